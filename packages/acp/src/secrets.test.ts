import { describe, expect, it } from "vitest";
import { secretsOf } from "./secrets.ts";

const command = ["agent"];
const of = (env: Record<string, string>) => secretsOf({ command, env }, {});

describe("secretsOf", () => {
  it.each([
    ["a key", "API_KEY", "sk-abc123def"],
    ["a password of plain words", "DB_PASSWORD", "correct horse"],
    ["a value that is no plain word, whatever its name", "MY_VALUE", "x9!kdl;s3"],
    ["an address with a user", "DATABASE_URL", "https://me:secret@db.example"],
    ["an address with a query", "HOOK", "https://example.com/hook?t=1"],
    ["a path under a secret name", "TOKEN_FILE", "/run/secrets/token"],
  ])("has %s", (_, name, value) => {
    expect(of({ [name]: value })).toEqual([value]);
  });

  it.each([
    ["a mode", "INITIAL_AGENT_MODE", "read-only"],
    ["a plain word", "ENVIRONMENT", "production"],
    ["a number", "LIMIT_BYTES", "1000000000"],
    ["a path", "CONFIG", "/home/me/.config/agent"],
    ["an address", "BASE", "http://127.0.0.1:8080/v1"],
    ["the name of a model", "ANTHROPIC_MODEL", "claude-sonnet-4-5"],
    ["what is too short to hide", "API_KEY", "x"],
  ])("does not have %s", (_, name, value) => {
    expect(of({ [name]: value })).toEqual([]);
  });

  it("has what is inherited by name, and what servers of tools are given, each once", () => {
    const mcpServers = [
      { name: "a", command: "a", env: { A_TOKEN: "token-of-a" } },
      { name: "b", type: "http", url: "https://b", headers: { Accept: "any header", "X-Short": "no" } },
    ] as const;
    expect(secretsOf({ command, mcpServers, env: { T: "token-of-a1" } }, { INHERITED_KEY: "inherited-key" })).toEqual([
      "token-of-a1",
      "inherited-key",
      "token-of-a",
      "any header",
    ]);
  });
});

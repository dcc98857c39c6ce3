import { describe, expect, it } from "vitest";
import { secretsAmong, secretsOfHeaders } from "./secrets.ts";

describe("among environment variables", () => {
  it.each([
    ["a key", "API_KEY", "sk-abc123def"],
    ["a password of plain words", "DB_PASSWORD", "correct horse"],
    ["a value that is no plain word, whatever its name", "MY_VALUE", "x9!kdl;s3"],
    ["an address with a user", "DATABASE_URL", "https://me:secret@db.example"],
    ["an address with a query", "HOOK", "https://example.com/hook?t=1"],
    ["a path under a secret name", "TOKEN_FILE", "/run/secrets/token"],
  ])("%s is a secret", (_, name, value) => {
    expect(secretsAmong({ [name]: value })).toEqual([value]);
  });

  it.each([
    ["a mode", "INITIAL_AGENT_MODE", "read-only"],
    ["a plain word", "ENVIRONMENT", "production"],
    ["a number", "LIMIT_BYTES", "1000000000"],
    ["a path", "CONFIG", "/home/me/.config/agent"],
    ["an address", "BASE", "http://127.0.0.1:8080/v1"],
    ["the name of a model", "ANTHROPIC_MODEL", "claude-sonnet-4-5"],
    ["what is too short to hide", "API_KEY", "x"],
  ])("%s is none", (_, name, value) => {
    expect(secretsAmong({ [name]: value })).toEqual([]);
  });
});

describe("of headers", () => {
  it.each([
    ["every value", { Accept: "any header", "X-Short": "no" }, ["any header"]],
    ["what stands behind a scheme, too", { Authorization: "Bearer sk-abc123" }, ["Bearer sk-abc123", "sk-abc123"]],
    ["each once", { A: "the-same-token", B: "the-same-token" }, ["the-same-token"]],
  ])("%s is a secret", (_, headers, secrets) => {
    expect(secretsOfHeaders(headers)).toEqual(secrets);
  });
});

import { expect, it } from "vitest";
import { secretsOf } from "./secrets.ts";

const command = ["agent"];

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

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { ToolSet } from "@agent-markup/core";
import { describe, expect, it } from "vitest";
import { folder } from "../testing/scripted-session.ts";
import { profileOf } from "./profiles.ts";

const everything: ToolSet = { allowed: null, denied: new Set() };
const own = { own: { command: "touch", args: ["x"] } };
const server = JSON.stringify({ mcpServers: own });

function put(root: string, path: string, text: string): string {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

const told = (profile: string, cwd: string, environment: Record<string, string> = {}) =>
  profileOf(profile).nativeDenials(everything, { cwd, environment });

/** The doubt about an agent in a project with one file. */
function doubt(profile: string, path: string, text: string): string | undefined {
  const cwd = folder();
  const file = put(cwd, path, text);
  return told(profile, cwd).doubt?.replace(file, "FILE").replace(dirname(file), "FOLDER");
}

describe("a repository that names programs", () => {
  it.each([
    ["gemini", ".gemini/settings.json", server],
    ["gemini", ".gemini/settings.json", '{"mcp":{"serverCommand":"x"}}'],
    ["gemini", ".gemini/settings.json", '{"mcpServerCommand":"x"}'],
    ["gemini", ".gemini/settings.json", '{"tools":{"discoveryCommand":"x"}}'],
    ["gemini", ".gemini/settings.json", '{"tools":{"callCommand":"x"}}'],
    ["gemini", ".gemini/settings.json", '{"hooks":{"SessionStart":[]}}'],
    ["qwen", ".qwen/settings.json", server],
    ["qwen", ".qwen/settings.json", '{"mcp":{"serverCommand":"x"}}'],
    ["opencode", "opencode.json", JSON.stringify({ mcp: own })],
    ["opencode", "opencode.jsonc", JSON.stringify({ mcp: own })],
    ["opencode", ".opencode/opencode.json", JSON.stringify({ lsp: own })],
    ["opencode", ".opencode/opencode.jsonc", JSON.stringify({ formatter: own })],
    ["codex", ".codex/config.toml", '[mcp_servers.own]\ncommand = "touch"\n'],
    ["codex", ".codex/config.toml", '["mcp\\u005fservers".own]\n"comm\\u0061nd" = "touch"\n'],
    ["codex", ".codex/config.toml", 'notify = ["touch"]\n'],
    ["claude", ".claude/settings.json", '{"apiKeyHelper":"touch x"}'],
    ["claude", ".claude/settings.local.json", '{"awsAuthRefresh":"touch x"}'],
  ])("makes one doubt %s: %s with %s", (profile, path, text) => {
    expect(doubt(profile, path, text)).toBe(`programs that FILE may name are started by ${profile} without asking`);
  });

  it.each(["tool/own.ts", "tools/own.js"])("makes one doubt opencode by a tool of its own: %s", (path) => {
    const told = "programs that FOLDER may name are started by opencode without asking";
    expect(doubt("opencode", `.opencode/${path}`, "")).toBe(told);
  });

  it.each([
    ["with an escape", '{"\\u006dcp":{"a":{}}}'],
    ["among comments", '// "x\n{/* " */"mcp":{"a":{}},}'],
    ["behind a line that ends in another way", '{// x\r"mcp":{"a":{}}\n}'],
    ["in no JSON at all", '{"mcp":'],
    ["in a list", "[]"],
    ["as what a variable leaves over", '{"{env:NONE}mcp":{"a":{}}}'],
    ["as what another file holds", '{"{file:key}":{"a":{}}}'],
    ["where a variable swallows what is about it", '{"a":"{env:","b":{"c":"}","mcp":{"d":{}},"e":"{env:"},"f":"}"}'],
    ["where another file ends a comment", '{/*{file:end} "," :1, "mcp":{"a":{}} /**/ }'],
  ])("does so %s", (_, text) => {
    expect(doubt("opencode", "opencode.json", text)).toBeDefined();
  });

  it.each([
    ["gemini", ".gemini/settings.json", '{"mcpServers":{},"hooks":{},"ui":{"theme":"mcpServers"}}'],
    ["gemini", ".gemini/settings.json", '{ // "mcpServers": { "a": {} }\n "tools": {} }'],
    ["qwen", ".qwen/settings.json", '{"mcp":{"allowed":["a"]}}'],
    ["opencode", "opencode.jsonc", '{\n  // "mcp": {"a": {}}\n  "model": "a/b", // http://x\n  "lsp": false,\n}'],
    [
      "opencode",
      "opencode.json",
      '{"provider":{"x":{"options":{"apiKey":"{env:KEY}","baseURL":"https://{env:HOST}/v1"}}}}',
    ],
    ["opencode", ".opencode/tool/README.md", ""],
    ["codex", ".codex/config.toml", 'model = "x"\n'],
    ["claude", ".claude/settings.json", '{"model":"x","permissions":{"allow":["Bash"]}}'],
  ])("is not seen in other settings: %s, %s with %s", (profile, path, text) => {
    expect(doubt(profile, path, text)).toBeUndefined();
  });

  it("is also one above the folder of the run, but not the home of the user", () => {
    const root = folder();
    put(root, ".gemini/settings.json", server);
    const cwd = join(root, "packages", "one");
    expect(told("gemini", cwd).doubt).toBeDefined();
    expect(told("gemini", cwd, { HOME: root }).doubt).toBeUndefined();
  });
});

describe("the servers that a repository has for claude", () => {
  const off = (cwd: string) => told("claude", cwd).sessionMeta;
  const options = (names: readonly string[]) => ({
    claudeCode: { options: { settings: { disabledMcpjsonServers: names } } },
  });

  it("are turned off by their names, also those of folders above", () => {
    const root = folder();
    const cwd = join(root, "one");
    put(root, ".mcp.json", server);
    put(cwd, ".mcp.json", '{"mcpServers":{"\\u006ftes":{"command":"x"},"own":{"command":"y"}}}');
    expect(off(cwd)).toMatchObject(options(["otes", "own"]));
    expect(told("claude", cwd).doubt).toBeUndefined();
  });

  it("make one doubt where their names cannot be read", () => {
    expect(doubt("claude", ".mcp.json", '{"mcpServers":{"own"')).toContain("FILE");
  });

  it("are none without such a file", () => {
    expect(off(folder())).toMatchObject(options([]));
  });
});

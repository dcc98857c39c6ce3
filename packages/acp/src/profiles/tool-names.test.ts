import { describe, expect, it } from "vitest";
import type { AgentToolCall } from "./profile.ts";
import { profileOf } from "./profiles.ts";

const call: AgentToolCall = {
  kind: "other",
  title: "",
  input: undefined,
  meta: undefined,
  id: "1",
  servers: ["notes"],
};
const shell = { command: "ls" };
const claude = (toolName: string) => ({ meta: { claudeCode: { toolName } } });
const qwen = (toolName: string) => ({ meta: { toolName } });

/** What each agent was seen to send, and what it is in the runtime's names. */
const seen: readonly (readonly [string, string, Partial<AgentToolCall>, readonly string[]])[] = [
  ["claude", "a tool by its name", { name: "Bash", kind: "execute" }, ["bash"]],
  ["claude", "a tool by its name in _meta", { ...claude("Write"), kind: "edit" }, ["write"]],
  ["claude", "a tool that says only its kind", { kind: "edit" }, ["edit", "write"]],
  ["claude", "a list of its own", { name: "TodoWrite", kind: "think" }, []],
  ["claude", "a tool that nobody knows, whatever its kind", { name: "Teleport", kind: "read" }, []],
  ["claude", "a server's tool", { name: "mcp__notes__add_line" }, ["mcp/notes/add_line"]],
  ["claude", "a tool of a server that is not ours", { name: "mcp__other__add" }, []],
  ["claude", "a server without a tool", { name: "mcp__notes__" }, []],

  ["codex", "a command", { kind: "execute", input: shell }, ["bash"]],
  ["codex", "a command by its name", { name: "exec_command", kind: "execute" }, ["bash"]],
  ["codex", "a command that it takes for reading", { kind: "read", title: "List files" }, ["bash"]],
  ["codex", "a command that it takes for searching", { kind: "search", title: "Search x" }, ["bash"]],
  ["codex", "an image", { name: "view_image", kind: "read" }, ["view"]],
  ["codex", "changed files", { kind: "edit", title: "Editing files" }, ["edit", "write"]],
  ["codex", "a search of the web", { kind: "search", input: { type: "webSearch", query: "x" } }, ["web_search"]],
  ["codex", "a server's tool", { kind: "execute", input: { server: "notes", tool: "add" } }, ["mcp/notes/add"]],
  ["codex", "a tool of a server that is not ours", { kind: "execute", input: { server: "x", tool: "add" } }, []],
  ["codex", "a server's question", { kind: "execute", input: { serverName: "notes" } }, []],
  ["codex", "a wider sandbox", { name: "request_permissions", kind: "other" }, []],

  ["gemini", "a tool by its call's id", { id: "run_shell_command__fc_1", kind: "execute" }, ["bash"]],
  ["gemini", "a tool by an id that it made up", { id: "write_file-1796053807713-2", kind: "edit" }, ["write"]],
  ["gemini", "an id that tells nothing", { id: "call-1", kind: "edit" }, ["edit", "write"]],
  ["gemini", "a server's tool", { id: "mcp_notes_add_line__fc_1" }, ["mcp/notes/add_line"]],
  ["gemini", "a server's tool with a line in its name", { id: "mcp_notes_a__b__fc_1" }, ["mcp/notes/a__b"]],
  ["gemini", "a tool that nobody knows, whatever its kind", { id: "teleport__fc_1", kind: "read" }, []],

  ["opencode", "a tool as it is announced", { title: "write", kind: "edit" }, ["write"]],
  ["opencode", "a tool by its kind, once its title is a file", { title: "a/b.txt", kind: "edit" }, ["edit", "write"]],
  ["opencode", "a command that is called like another tool", { title: "read", kind: "execute" }, ["bash"]],
  ["opencode", "a list of its own", { title: "todowrite", kind: "other" }, []],
  ["opencode", "a server's tool", { title: "notes_add_line" }, ["mcp/notes/add_line"]],
  ["opencode", "a command that is called like a server's tool", { title: "notes_add", kind: "execute" }, ["bash"]],

  ["qwen", "a tool by its name in _meta", { ...qwen("write_file"), kind: "edit" }, ["write"]],
  ["qwen", "the way out of plan mode", { ...qwen("exit_plan_mode"), kind: "switch_mode" }, []],
  ["qwen", "a server's tool", { ...qwen("mcp__notes__add"), kind: "other" }, ["mcp/notes/add"]],

  ["copilot", "a command", { kind: "execute", title: "write a file", input: shell }, ["bash"]],
  ["copilot", "a new file", { kind: "edit", input: { path: "a", file_text: "x" } }, ["write"]],
  ["copilot", "a changed file", { kind: "edit", input: { path: "a", old_str: "x", new_str: "y" } }, ["edit"]],
  ["copilot", "a change that does not say how", { kind: "edit", input: "*** Begin Patch" }, ["edit", "write"]],
];

describe("the runtime's names of the tools of", () => {
  it.each(seen)("%s: %s", (profile, _, told, tools) => {
    expect(profileOf(profile).toolsOf({ ...call, ...told })).toEqual(tools);
  });

  it.each([
    ["opencode", { title: "aml-tools_step_result" }],
    ["gemini", { id: "mcp_aml-tools_step_result__fc_1" }],
  ] as const)("two servers are both meant where the name may be of either: %s", (profile, told) => {
    const servers = ["aml-tools_step", "aml-tools"];
    expect(profileOf(profile).toolsOf({ ...call, ...told, servers })).toEqual([
      "mcp/aml-tools_step/result",
      "mcp/aml-tools/step_result",
    ]);
  });

  it("a server are found by its name as the agents write it", () => {
    const named = { ...call, name: "mcp__my_notes__add", servers: ["my notes"] };
    expect(profileOf("claude").toolsOf(named)).toEqual(["mcp/my notes/add"]);
  });
});

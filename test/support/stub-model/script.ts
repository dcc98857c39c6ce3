import { isObject } from "./body.ts";

/** What the stub model does: calls a tool and then says something, only says something, fails, or never answers. */
const behaviours = ["shell", "write", "server", "result", "text", "error", "hang"] as const;
export type Behaviour = (typeof behaviours)[number];

export interface ToolCall {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

export interface Reply {
  readonly text: string;
  readonly call?: ToolCall;
}

export interface Script {
  readonly behaviour: Behaviour;
  /** The command and the file of the two kinds of tool calls. */
  readonly command: string;
  readonly file: string;
  /** Calls the first tool of its kind although the agent does not offer it. */
  readonly insists: boolean;
}

/** The script as `offline.ts` is given it. */
export function scriptOf(value: unknown): Script {
  const { behaviour, command, file, insists } = isObject(value) ? value : {};
  const known = behaviours.find((candidate) => candidate === behaviour);
  if (known === undefined || typeof command !== "string" || typeof file !== "string") {
    throw new TypeError(`not a script of the stub model: ${JSON.stringify(value)}`);
  }
  return { behaviour: known, command, file, insists: insists === true };
}

export const finalText = "All done, says the stub model.";
export const writtenText = "written by the stub model\n";

/** The next reply of a conversation in which these tools are offered, and in which one may already have been called. */
export function replyOf(script: Script, offered: readonly string[], called: boolean): Reply {
  const call = called ? undefined : callOf(script, offered);
  return call === undefined ? { text: finalText } : { text: "I will write a file.", call };
}

function callOf(script: Script, offered: readonly string[]): ToolCall | undefined {
  const { behaviour, insists } = script;
  if (behaviour === "result") return resultCall(offered);
  if (behaviour !== "shell" && behaviour !== "write" && behaviour !== "server") return undefined;
  const calls = { shell: shellCalls, write: writeCalls, server: serverCalls }[behaviour](script);
  return calls.find(({ name }) => offered.includes(name)) ?? (insists ? calls[0] : undefined);
}

/** The runtime's tool `step_result`, in whatever way the agent names the tools of a server. */
function resultCall(offered: readonly string[]): ToolCall | undefined {
  const name = offered.find((candidate) => candidate.endsWith("step_result"));
  return name === undefined ? undefined : { name, input: { status: "done", summary: "says the stub model" } };
}

/** The tool by which each agent runs a command. */
function shellCalls({ command }: Script): readonly ToolCall[] {
  const described = { command, description: "write a file" };
  const escalated = { sandbox_permissions: "require_escalated", justification: "the stub model wants to write a file" };
  return [
    { name: "Bash", input: described },
    { name: "bash", input: described },
    { name: "run_shell_command", input: { ...described, is_background: false } },
    { name: "exec_command", input: { cmd: command, ...escalated } },
    { name: "shell_command", input: { command, ...escalated } },
  ];
}

/** The tool `echo` of the MCP server `notes`, as each agent names it. */
function serverCalls(): readonly ToolCall[] {
  const input = { text: "hello" };
  return ["mcp__notes__echo", "mcp_notes_echo", "notes_echo"].map((name) => ({ name, input }));
}

/** The tool by which each agent writes a file. */
function writeCalls({ file }: Script): readonly ToolCall[] {
  return [
    { name: "Write", input: { file_path: file, content: writtenText } },
    { name: "write_file", input: { file_path: file, content: writtenText } },
    { name: "write", input: { filePath: file, content: writtenText } },
    { name: "create", input: { path: file, file_text: writtenText } },
  ];
}

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { spawnCommand } from "../process/spawn.ts";
import { withFile } from "./file-error.ts";
import { exitFailure, limitFailure, type ProcessOutcome, untilEnded } from "./process-outcome.ts";
import { stepEnvironment } from "./step-environment.ts";
import { withTemporaryFolder } from "./temporary-folder.ts";
import { allCapabilities, type Tool, type ToolCall, type ToolContext, type ToolOutcome, tool } from "./tool.ts";
import { refuse, ToolError } from "./tool-error.ts";

/** The system takes no argument longer than 128 KiB; a longer script is read from a file. */
const maxArgumentBytes = 100 * 1024;

/**
 * Runs a script exactly as it is written: nothing is ever replaced in it. Values come as variables, outputs as a file, the
 * scope on standard input (diagram.md 3). When the shell has ended, so does whatever it started.
 */
export const bash: Tool = tool("bash", allCapabilities, async (call, context) => {
  const script = scriptOf(call);
  return withTemporaryFolder(context.temporaryFolder, async (folder) =>
    outcomeOf(await runScript(script, call.stdin, folder, context), context),
  );
});

/** Only a block as written: arguments may hold filled values, and a value must never become a command. */
function scriptOf({ block, arguments: given }: ToolCall): string {
  if (block === undefined || given !== undefined) return refuse("bash runs one ```bash block (or `run`), as written");
  const nul = block.indexOf("\0");
  if (nul !== -1) refuse(`the script holds a NUL character in line ${block.slice(0, nul).split("\n").length}`);
  return block;
}

async function runScript(
  script: string,
  scope: string | undefined,
  folder: string,
  context: ToolContext,
): Promise<ProcessOutcome> {
  const outputsFile = await privateFile(join(folder, "outputs.json"), JSON.stringify(context.outputs));
  const started = await spawnCommand({
    file: "bash",
    args: await scriptArguments(script, folder),
    cwd: context.workspace,
    environment: stepEnvironment(context, outputsFile),
    marker: context.marker,
    input: scope === undefined ? "empty" : "pipe",
  });
  if (!started.ok) throw new ToolError("not-started", started.error.message);
  started.process.stdin.end(scope);
  return untilEnded(started.process, context);
}

/** `--norc`, since bash takes a socket on its standard input for a remote login and would read the user's `.bashrc`. */
async function scriptArguments(script: string, folder: string): Promise<string[]> {
  if (Buffer.byteLength(script) <= maxArgumentBytes) return ["--norc", "-c", "--", script];
  return ["--norc", "--", await privateFile(join(folder, "script.sh"), script)];
}

async function privateFile(path: string, text: string): Promise<string> {
  await withFile("written", path, () => writeFile(path, text, { mode: 0o600 }));
  return path;
}

function outcomeOf({ exit, stdout, stderr, endedBy, warnings }: ProcessOutcome, context: ToolContext): ToolOutcome {
  const { exitCode, signal } = exit;
  const output = { text: stdout.text, ...(stdout.cutBytes === 0 ? {} : { truncated: stdout.cutBytes }) };
  const notText = stdout.isText ? [] : ["the output is not all UTF-8 text: the bytes that are not were replaced"];
  const outcome = { output, stderr: stderr.text, exitCode, signal, warnings: [...warnings, ...notText] };
  const limit = limitFailure(endedBy, context);
  if (limit !== null) return { ...outcome, timedOut: endedBy === "timeout", failure: limit };
  if (exitCode === 0) return outcome;
  return { ...outcome, failure: exitFailure(exit, stderr.text.trimEnd().split("\n").at(-1) ?? "") };
}

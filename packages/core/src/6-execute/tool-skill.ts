import { join } from "node:path";
import type { AttemptOutcome } from "./attempt.ts";
import type { ExecuteContext } from "./execute-context.ts";
import { type Scope, scopeText } from "./node-result.ts";
import type { Mechanism, PreparedSkill } from "./prepared.ts";

const outputLimit = 256 * 1024;

/** `run="tool"`: the definition's one block as written, with the scope on standard input; other tools get the params (language.md 7.3). */
export async function runToolSkill(
  node: PreparedSkill & { readonly mechanism: Extract<Mechanism, { type: "tool" }> },
  scope: Scope,
  attempt: number,
  signal: AbortSignal,
  { gate, journal, workspace, environment, database }: ExecuteContext,
): Promise<AttemptOutcome> {
  const { mechanism, path, params, tools, timeoutMs } = node;
  const file = mechanism.database ?? database ?? undefined;
  const stdin = scopeText(scope);
  const call = {
    stdin,
    ...(file === undefined ? {} : { database: file }),
    ...(mechanism.block === undefined ? { arguments: { ...params, input: stdin } } : { block: mechanism.block }),
  };
  const result = await gate.call({
    tools,
    path,
    tool: mechanism.tool,
    call,
    step: { plan: "", step: path, attempt },
    context: {
      params,
      outputs: {},
      workspace,
      run: journal.run,
      step: path,
      attempt,
      marker: journal.run,
      environment,
      temporaryFolder: join(workspace, ".aml", "tmp", journal.run),
      outputLimit,
      ...(timeoutMs === null ? {} : { timeoutMs }),
      signal,
    },
  });
  if ("refused" in result) return { failed: result.refused, code: result.code, retryable: false };
  if (result.failure === undefined)
    return { status: "success", text: result.output.text, metadata: { exitCode: result.exitCode } };
  const { code, message } = result.failure;
  return { failed: message, code: "ToolFailed", retryable: code !== "refused" };
}

import { join } from "node:path";
import type { OfferedCall, OfferedReply } from "../agent/offered-tools.ts";
import type { ToolCall, ToolContext, ToolResult } from "../tools/tool.ts";
import type { SessionToolsContext } from "./session-offers.ts";

const outputLimit = 256 * 1024;
/** Of a call that nothing else limits, in milliseconds. */
const timeoutMs = 10 * 60_000;
/** What a call that was told to end may still take, in milliseconds: a command is ended in less. */
const graceMs = 30_000;

/** The call as the tool takes it; why it cannot be made of this input. */
export function callOf(
  input: OfferedCall["input"],
  block: string | undefined,
  database: string | null,
): ToolCall | string {
  if (block === undefined) return { arguments: input };
  const { [block]: text, ...others } = input;
  const [other] = Object.keys(others);
  if (other !== undefined) return `there is no argument "${other}": known are ${block}`;
  if (typeof text !== "string") return `the argument "${block}" must be a string`;
  return { block: text, ...(database === null ? {} : { database }) };
}

/** What a call of an agent runs with: nothing of the document is filled into it. */
export function contextOf(
  { run, workspace, environment }: SessionToolsContext,
  path: string,
  signal: AbortSignal,
): ToolContext {
  return {
    params: {},
    outputs: {},
    workspace,
    run,
    step: path,
    attempt: 1,
    marker: run,
    environment,
    temporaryFolder: join(workspace, ".aml", "tmp", run),
    outputLimit,
    timeoutMs,
    signal,
  };
}

/**
 * Ends with the work or without it: what does not end when it is told to, by the limit or by `ended`, goes on by itself, and
 * whoever waits is given `givenUp`.
 */
export async function withinLimit<Value>(
  ended: AbortSignal,
  work: (signal: AbortSignal) => Promise<Value>,
  givenUp: (why: string) => Value,
): Promise<Value> {
  const limit = new AbortController();
  const told = AbortSignal.any([ended, limit.signal]);
  const limitTimer = setTimeout(() => limit.abort(), timeoutMs);
  const over = new AbortController();
  let graceTimer: NodeJS.Timeout | undefined;
  const overdue = new Promise<string>((resolve) => {
    const wait = () => {
      const why = ended.aborted ? "when it was cancelled or its turn was over" : `after ${timeoutMs / 60_000} minutes`;
      graceTimer = setTimeout(() => resolve(why), graceMs);
    };
    // Not once the call has ended: its turn ends later, and a timer of it would keep the process.
    told.addEventListener("abort", wait, { once: true, signal: over.signal });
  });
  try {
    return await Promise.race([work(told), overdue.then(givenUp)]);
  } finally {
    over.abort();
    clearTimeout(limitTimer);
    clearTimeout(graceTimer);
  }
}

/** A command that fails has said why, and what it printed tells more. */
export function replyOf({ output, stderr, warnings, failure }: ToolResult): OfferedReply {
  const failed = failure === undefined ? [] : [`failed: ${failure.message}`];
  const cut = output.truncated === undefined ? [] : [`(${output.truncated} bytes left out)`];
  const texts = [...failed, output.text, ...cut, stderr, ...warnings].map((text) => text.trimEnd());
  return { text: texts.filter((text) => text !== "").join("\n"), isError: failure !== undefined };
}

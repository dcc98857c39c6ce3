import { isObject } from "../transport/message.ts";

/** Which tools of a server may be used: those of a list, or all, without some. */
export interface ToolChoice {
  readonly only: readonly string[] | null;
  readonly not: readonly string[];
}

/** What becomes of a line: the text goes on, or back to whoever sent it. */
export type Passage = { readonly forward: string } | { readonly answer: string };

const parseError = -32700;
const invalidRequest = -32600;
const invalidParams = -32602;

/** A line of the agent to its server: a call of a tool that it may not use does not get through (agents.md 5, second rung). */
export function fromAgent(line: string, choice: ToolChoice): Passage {
  const message = parsed(line);
  if (message === undefined) return refused(null, parseError, "this line is no JSON");
  // Several messages in one line are of an old revision, and nobody sends them.
  if (!isObject(message)) return refused(null, invalidRequest, "this line is no message");
  const { method, id, params } = message;
  if (method === "tools/call") {
    const name = isObject(params) ? params.name : undefined;
    if (typeof name !== "string" || !isChosen(name, choice))
      return refused(id, invalidParams, `the tool ${String(name)} may not be used here`);
  }
  // As it was understood: a server may read a line otherwise that names a thing twice.
  return { forward: JSON.stringify(message) };
}

/** The answer to a line of the agent that was not kept, since it had more than so many bytes. */
export function lineTooLong(maxBytes: number): { readonly answer: string } {
  return refused(null, invalidRequest, `a message may have ${maxBytes} bytes`);
}

/** A line of the server to its agent, without the tools that the agent may not use. */
export function fromServer(line: string, choice: ToolChoice): string {
  const message = parsed(line);
  if (!isObject(message) || !isObject(message.result) || !Array.isArray(message.result.tools)) return line;
  const tools = message.result.tools.filter(
    (tool) => isObject(tool) && typeof tool.name === "string" && isChosen(tool.name, choice),
  );
  return JSON.stringify({ ...message, result: { ...message.result, tools } });
}

function isChosen(tool: string, { only, not }: ToolChoice): boolean {
  return (only === null || only.includes(tool)) && !not.includes(tool);
}

function refused(id: unknown, code: number, message: string): { readonly answer: string } {
  return { answer: JSON.stringify({ jsonrpc: "2.0", id: id ?? null, error: { code, message } }) };
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    // Told to the agent by whoever asked.
    return undefined;
  }
}

/** JSON-RPC ids as peers send them: strings, numbers and null (agents.md 4.7). */
export type MessageId = string | number | null;

export interface RpcError {
  /** Any integer; null when the peer sent something else. */
  readonly code: number | null;
  readonly message: string;
  readonly data?: unknown;
}

export type Message =
  | { readonly type: "request"; readonly id: MessageId; readonly method: string; readonly params: unknown }
  | { readonly type: "notification"; readonly method: string; readonly params: unknown }
  | { readonly type: "result"; readonly id: MessageId; readonly result: unknown }
  | { readonly type: "error"; readonly id: MessageId; readonly error: RpcError };

/**
 * Reads one line; null for what is no JSON, or JSON that is no message. What has a method is never taken for a
 * response: agents count their own ids from 0, as we do.
 */
export function parseMessage(line: string): Message | null {
  const value = bounded(parseJson(line), line);
  // Agents log JSON on stdout too: only the version tells a message from such a line.
  if (!isObject(value) || value.jsonrpc !== "2.0") return null;
  const { id, method, params, result, error } = value;
  if (id !== undefined && !isId(id)) return null;
  if (method !== undefined) {
    if (typeof method !== "string") return null;
    return id === undefined ? { type: "notification", method, params } : { type: "request", id, method, params };
  }
  if (id === undefined) return null;
  // `error: null` beside a result is how some libraries say that there is none.
  if (error !== undefined && error !== null) return { type: "error", id, error: rpcError(error) };
  return result === undefined ? null : { type: "result", id, result };
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** What is written down and shown is walked, and no stack is endless: a nesting that means harm is cut, not the message. */
const deepest = 400;

function bounded(value: unknown, line: string): unknown {
  // Each level takes two characters.
  return line.length > 2 * deepest && isDeeper(value, deepest) ? cut(value, deepest) : value;
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((part) => isDeeper(part, levels - 1));
}

function cut(value: unknown, levels: number): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (levels === 0) return "[nested too deeply]";
  if (Array.isArray(value)) return value.map((part) => cut(part, levels - 1));
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, cut(part, levels - 1)]));
}

function isId(value: unknown): value is MessageId {
  return value === null || typeof value === "string" || typeof value === "number";
}

/** A malformed error is still an error: what came is its message. */
function rpcError(error: unknown): RpcError {
  if (!isObject(error)) return { code: null, message: JSON.stringify(error) };
  const { code, message, data } = error;
  return {
    code: typeof code === "number" && Number.isInteger(code) ? code : null,
    message: typeof message === "string" ? message : JSON.stringify(error),
    ...(data === undefined ? {} : { data }),
  };
}

import type { Event, EventData } from "../journal/events.ts";

/** One try at a node; a try that its drive ended without the node takes the drive's status. */
export interface AttemptView {
  readonly startedAt: string;
  readonly durationMs?: number;
  readonly status: EventData["node.finished"]["status"] | EventData["run.finished"]["status"] | "running";
  readonly error?: string;
}

/** An invocation of the document (DESIGN.md 10). `pending` is one that goes on when the run does. */
export interface NodeView {
  readonly path: string;
  readonly name: string;
  readonly implementation?: string;
  readonly status: EventData["node.finished"]["status"] | "pending" | "running";
  readonly attempts: readonly AttemptView[];
  readonly tools: EventData["node.started"]["tools"];
  /** What its implementation tells of it beside the text. */
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** Folds a run's journal to the invocations that it began, in the order they first were. */
export function nodeViews(events: Iterable<Event>): NodeView[] {
  const nodes = new Map<string, NodeView>();
  for (const event of events) {
    const path = event.path ?? "";
    const node = nodes.get(path);
    if (event.type === "node.started") nodes.set(path, begun(path, node, event));
    else if (event.type === "node.retried" && node !== undefined) nodes.set(path, retried(node, event));
    else if (event.type === "node.finished" && node !== undefined) nodes.set(path, finished(node, event));
    else if (event.type === "run.finished") for (const each of nodes.values()) nodes.set(each.path, left(each, event));
  }
  return [...nodes.values()];
}

function begun(
  path: string,
  node: NodeView | undefined,
  { at, data }: Extract<Event, { type: "node.started" }>,
): NodeView {
  const attempts = [...(node?.attempts ?? []), { startedAt: at, status: "running" } as const];
  return { path, ...data, status: "running", attempts, metadata: node?.metadata ?? {} };
}

function retried(node: NodeView, { at, data: { error } }: Extract<Event, { type: "node.retried" }>): NodeView {
  const startedAt = node.attempts.at(-1)?.startedAt ?? at;
  const durationMs = Math.max(0, Date.parse(at) - Date.parse(startedAt));
  return { ...node, attempts: withLast(node.attempts, { status: "failed", durationMs, error }) };
}

function finished(node: NodeView, { data }: Extract<Event, { type: "node.finished" }>): NodeView {
  const { status, durationMs, error, metadata = node.metadata } = data;
  const ended = { status, durationMs, ...(error === undefined ? {} : { error }) };
  return { ...node, status, metadata, attempts: withLast(node.attempts, ended) };
}

// A drive that ends tells of itself, not of the nodes it was in.
function left(node: NodeView, { at, data }: Extract<Event, { type: "run.finished" }>): NodeView {
  if (node.status !== "running") return node;
  const { status, error } = data;
  const startedAt = node.attempts.at(-1)?.startedAt ?? at;
  const own = error !== undefined && (error.path ?? "") === node.path ? { error: error.message } : {};
  const ended = { status, durationMs: Math.max(0, Date.parse(at) - Date.parse(startedAt)), ...own };
  const goesOn = status === "waiting" || status === "interrupted";
  return {
    ...node,
    status: goesOn ? "pending" : "failed",
    attempts: withLast(node.attempts, ended),
  };
}

function withLast(attempts: readonly AttemptView[], ended: Omit<AttemptView, "startedAt">): AttemptView[] {
  return attempts.map((attempt, index) => (index === attempts.length - 1 ? { ...attempt, ...ended } : attempt));
}

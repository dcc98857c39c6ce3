import type { ExecuteContext } from "./execute-context.ts";
import { executeSkill } from "./execute-skill.ts";
import type { PreviousResult } from "./handler.ts";
import {
  type Ended,
  isStop,
  type NodeResult,
  type Scope,
  type ScopePart,
  type Stop,
  scopeText,
} from "./node-result.ts";
import type { OnFailure, PreparedDirective, PreparedNode } from "./prepared.ts";
import { promptDirective } from "./prompt-directive.ts";

/** What holds around the children that are executed. */
export interface Surroundings {
  /** Skills around them: what the depth limit counts. */
  readonly depth: number;
  /** Each child is given what ran before it, and they run one after the other. */
  readonly isSequential: boolean;
  /** What the nearest session or agent does about a child that fails; `halt` directly inside a skill. */
  readonly tolerance: OnFailure;
  readonly previous: readonly PreviousResult[];
  readonly signal: AbortSignal;
}

/**
 * Executes children and gives the scope they stand in (language.md 7.1): text stays, each result takes its tag's place.
 * One that fails stops its siblings; one that waits for a person does not, since they do not depend on it.
 */
export async function executeChildren(
  children: readonly PreparedNode[],
  around: Surroundings,
  context: ExecuteContext,
): Promise<Scope | Stop> {
  const oneByOne = around.isSequential || context.maxParallel === 1;
  const ended = oneByOne ? await inOrder(children, around, context) : await sideBySide(children, around, context);
  const stop = ended.flatMap((end) => (isStop(end) ? [end] : [])).sort((a, b) => urgency(b) - urgency(a))[0];
  if (stop !== undefined) return stop;
  const parts: ScopePart[] = [];
  let isPartial = false;
  for (const [index, end] of ended.entries()) {
    if (isStop(end)) continue;
    const child = children[index];
    if (child === undefined || child.kind === "text") parts.push({ kind: "text", text: "text" in end ? end.text : "" });
    else if ("parts" in end) parts.push(...end.parts);
    else parts.push({ kind: "result", path: child.path, name: child.name, text: end.text });
    isPartial ||= "isPartial" in end ? end.isPartial : end.status === "partial";
  }
  return { parts, isPartial };
}

type ChildEnd = Ended | Scope;

async function inOrder(
  children: readonly PreparedNode[],
  around: Surroundings,
  context: ExecuteContext,
): Promise<ChildEnd[]> {
  const ended: ChildEnd[] = [];
  const previous = [...around.previous];
  for (const child of children) {
    const end = await executeNode(child, { ...around, previous: around.isSequential ? previous : [] }, context);
    ended.push(end);
    if (isStop(end) && end.stopped !== "waiting") break;
    if (child.kind !== "text" && "status" in end) previous.push({ name: child.name, path: child.path, text: end.text });
  }
  return ended;
}

async function sideBySide(
  children: readonly PreparedNode[],
  around: Surroundings,
  context: ExecuteContext,
): Promise<ChildEnd[]> {
  const halt = new AbortController();
  const signal = AbortSignal.any([around.signal, halt.signal]);
  const ends = await Promise.allSettled(
    children.map(async (child) => {
      const end = await executeNode(child, { ...around, signal }, context).catch((fault: unknown) => {
        halt.abort();
        throw fault;
      });
      if (isStop(end) && end.stopped === "failed") halt.abort();
      return end;
    }),
  );
  return ends.map((end) => {
    if (end.status === "rejected") throw end.reason;
    return end.value;
  });
}

/** Of several stops the one that says most: a failure, then a cancelled run, an interrupted one, a person waited for. */
function urgency({ stopped }: Stop): number {
  return ["waiting", "interrupted", "cancelled", "failed"].indexOf(stopped);
}

async function executeNode(node: PreparedNode, around: Surroundings, context: ExecuteContext): Promise<ChildEnd> {
  if (node.kind === "text") return { status: "success", text: node.text, metadata: {} };
  if (node.kind === "tool") return executeChildren(node.children, around, context);
  const end =
    node.kind === "skill" ? await executeSkill(node, around, context) : await executeDirective(node, around, context);
  return tolerated(end, around.tolerance);
}

/** `<session>` and `<agent>`: what fails inside is theirs to deal with, the innermost first (language.md 7.2). */
async function executeDirective(
  node: PreparedDirective,
  around: Surroundings,
  context: ExecuteContext,
): Promise<Ended> {
  if (!node.isBackground) return foreground(node, around, context);
  if (!context.before.finished.has(node.path)) context.background.start(() => inBackground(node, around, context));
  return { status: "success", text: "", metadata: {} };
}

/** What it came to is recorded as its own, since it leaves nothing in the text (language.md 7.4). */
async function inBackground(node: PreparedDirective, around: Surroundings, context: ExecuteContext): Promise<Ended> {
  const { journal, clock } = context;
  const { path, name } = node;
  const startedAt = clock.now();
  const end = await foreground(node, { ...around, tolerance: "halt", previous: [] }, context);
  const isRecorded = isStop(end) ? end.stopped !== "failed" : false;
  if (node.isPrompt || isRecorded) return end;
  const durationMs = Math.max(0, clock.now() - startedAt);
  const result = isStop(end)
    ? ({ status: "failed", text: "", error: end.stopped === "failed" ? end.failure.message : end.stopped } as const)
    : { status: end.status, text: end.text };
  journal.append({
    type: "node.finished",
    path,
    data: { name, durationMs, ...result, metadata: { background: true } },
  });
  return end;
}

async function foreground(node: PreparedDirective, around: Surroundings, context: ExecuteContext): Promise<Ended> {
  const recorded = context.before.finished.get(node.path);
  if (node.isPrompt && recorded !== undefined) return recorded;
  const inside = { ...around, tolerance: node.onFailure };
  const scope = await executeChildren(node.children, inside, context);
  if (isStop(scope)) return scope;
  if (!node.isPrompt) return { status: scope.isPartial ? "partial" : "success", text: scopeText(scope), metadata: {} };
  return tolerated(await promptDirective(node, scope, around, context), node.onFailure);
}

function tolerated(end: Ended, tolerance: OnFailure): Ended {
  if (!isStop(end) || end.stopped !== "failed" || tolerance === "halt") return end;
  return directiveResult(end.failure.message, tolerance);
}

function directiveResult(message: string, tolerance: "skip" | "partial"): NodeResult {
  if (tolerance === "skip") return { status: "skipped", text: "", metadata: { error: message } };
  return { status: "partial", text: `[DIRECTIVE FAILED: ${message}]`, metadata: { error: message } };
}

import { narrow, type ToolSet, type ToolTag } from "../5-authorise/tool-set.ts";
import { executeChildren, type Surroundings } from "./execute.ts";
import type { ExecuteContext } from "./execute-context.ts";
import { SkillFailure, type WrappedChild } from "./handler.ts";
import { isStop, type NodeResult, type Stop, scopeText } from "./node-result.ts";
import type { PreparedNode } from "./prepared.ts";

type PreparedElementNode = Exclude<PreparedNode, { kind: "text" }>;

/** The elements in a wrapper's body as objects that its handler may look at, run or refuse (language.md 7.1). */
export function wrappedChildren(
  children: readonly PreparedNode[],
  around: Surroundings,
  context: ExecuteContext,
  stopped: (stop: Unfinished) => void,
): readonly WrappedChild[] {
  return children.flatMap((child) => (child.kind === "text" ? [] : [wrappedChild(child, around, context, stopped)]));
}

/** A child that came to nothing yet: what its wrapper made of that is not the end of it. */
export type Unfinished = Exclude<Stop, { readonly stopped: "failed" }>;

function wrappedChild(
  node: PreparedElementNode,
  around: Surroundings,
  context: ExecuteContext,
  stopped: (stop: Unfinished) => void,
): WrappedChild {
  const { kind, name, path, tools, source } = node;
  let ran: Promise<NodeResult> | undefined;
  let refused: string | undefined;
  return {
    kind,
    name,
    path,
    implementation: node.kind === "skill" ? node.implementation : null,
    capabilities: node.kind === "skill" ? node.capabilities : [],
    tools,
    source,
    run(narrower) {
      if (refused !== undefined) return Promise.reject(new SkillFailure(`${name} was refused: ${refused}`));
      ran ??= runChild(narrower === undefined ? node : narrowed(node, narrower), around, context, stopped);
      return ran;
    },
    refuse(reason) {
      if (ran !== undefined || refused !== undefined) return;
      refused = reason;
      const data = { name, status: "skipped", durationMs: 0, text: "", error: `policy violation: ${reason}` } as const;
      context.journal.append({ type: "node.finished", path, data });
    },
  };
}

async function runChild(
  node: PreparedElementNode,
  around: Surroundings,
  context: ExecuteContext,
  stopped: (stop: Unfinished) => void,
): Promise<NodeResult> {
  const depth = around.depth + 1;
  const end = await executeChildren(
    [node],
    { ...around, depth, isSequential: false, tolerance: "halt", previous: [] },
    context,
  );
  if (!isStop(end)) return { status: end.isPartial ? "partial" : "success", text: scopeText(end), metadata: {} };
  if (end.stopped === "failed") throw new SkillFailure(end.failure.message);
  stopped(end);
  throw new SkillFailure(`${node.name} is ${end.stopped}`);
}

/** The element under a narrower constraint, everything in it included; never a wider one (language.md 5.1). */
function narrowed<T extends PreparedNode>(node: T, tag: ToolTag): T {
  if (node.kind === "text") return node;
  const within = (tools: ToolSet) => narrow(tools, tag).tools;
  const children = node.children.map((child) => narrowed(child, tag));
  if (node.kind !== "skill" || node.mechanism.type !== "diagram")
    return { ...node, tools: within(node.tools), children };
  const { plan } = node.mechanism;
  const nodes = plan.nodes.map((step) => ({ ...step, tools: within(step.tools) }));
  return { ...node, tools: within(node.tools), children, mechanism: { ...node.mechanism, plan: { ...plan, nodes } } };
}

import type { PlanOutcome } from "../plan/outcome.ts";
import type { PreparedDiagram, PreparedNode } from "./prepared.ts";

/** What a diagram came to: the text that takes the skill's place, or why there is none. */
export type DiagramResult =
  | { readonly status: "done"; readonly text: string }
  | { readonly status: "waiting" }
  | { readonly status: "failed"; readonly message: string }
  | { readonly status: "cancelled" }
  | { readonly status: "interrupted" };

/** What a document came to; `path` is where it stopped. */
export type DocumentResult =
  | { readonly status: "done"; readonly text: string }
  | (Exclude<DiagramResult, { status: "done" }> & { readonly path: string });

/**
 * Walks a document: text stays, each diagram's result takes its place (language.md 7.1). What is not done stops the walk,
 * since `on-failure` is `halt`; a resume walks again and finds what is finished already.
 */
export async function executeNodes(
  nodes: readonly PreparedNode[],
  runDiagram: (diagram: PreparedDiagram) => Promise<DiagramResult>,
): Promise<DocumentResult> {
  let text = "";
  for (const node of nodes) {
    if (node.kind === "text") {
      text += node.text;
      continue;
    }
    if (node.kind === "diagram") {
      const result = await runDiagram(node);
      if (result.status !== "done") return { ...result, path: node.path };
      text += result.text;
      continue;
    }
    const inside = await executeNodes(node.children, runDiagram);
    if (inside.status !== "done") return inside;
    text += inside.text;
  }
  return { status: "done", text };
}

/** A plan's outcome in the words of a result. */
export function failureText(outcome: Extract<PlanOutcome, { status: "failed" }>): string {
  const { obstacles } = outcome;
  const blocked = obstacles.filter(({ status }) => status === "blocked");
  const named = blocked.length > 0 ? blocked : obstacles;
  return named.map(({ step, status, why }) => `${step} ${status}: ${why}`).join("; ");
}

import type { Diagram } from "../mermaid/diagram.ts";
import type { StepDeclaration } from "./step-declaration.ts";

/** SHA-256 of what a plan is made of: the text of its diagram, and what its steps say, in whatever order they stand. */
export function planHash(diagram: Diagram, steps: readonly StepDeclaration[]): string {
  const described = steps.map(({ node, settings, body }) => {
    const pairs = [...settings].map(([name, { value }]) => [name, value] as const);
    return { node, settings: sortedBy(pairs, ([name]) => name), body: body.text.trim() };
  });
  const content = [diagram.text, sortedBy(described, ({ node }) => node)];
  // Loaded with the first plan: a document without one is checked in less time than it takes.
  return process.getBuiltinModule("node:crypto").createHash("sha256").update(JSON.stringify(content)).digest("hex");
}

function sortedBy<Value>(values: readonly Value[], key: (value: Value) => string): Value[] {
  return [...values].sort((one, other) => (key(one) < key(other) ? -1 : key(one) > key(other) ? 1 : 0));
}

import type { Element, ElementKind } from "../ast/nodes.ts";

/**
 * Where an empty body says the same as none. Not the value of an invocation's param, a brief that is still to be written, or the body in
 * which `reads` and `writes` have their patterns; and a `<tool>` in an interface is its constraint only if it is self-closing.
 */
const kinds: ReadonlySet<ElementKind> = new Set<ElementKind>([
  "invocation",
  "usage",
  "reference",
  "interface",
  "implementation",
  "contract",
  "session",
  "agent",
  "returns",
  "node",
  "use",
  "field",
]);

/** Whether `<name></name>` may become `<name/>`. */
export function canSelfClose({ kind, selfClosing, bodyStart, bodyEnd }: Element): boolean {
  return !selfClosing && bodyStart === bodyEnd && kinds.has(kind);
}

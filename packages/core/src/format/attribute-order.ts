import type { Attribute, ElementKind } from "../ast/nodes.ts";

const definition = [
  "define",
  "name",
  "implements",
  "extends",
  "version",
  "language",
  "framework",
  "description",
  "capabilities",
  "priority",
  "run",
];
const settings = ["language", "framework", "retries", "timeout", "policy", "on-failure"];
const reference = ["ref", ...settings, "role", "mode", "design-id"];
const declaration = ["name", "type", "values", "default", "required"];

/** What something is comes first, then which one, then how it behaves: the order in which authors write attributes. */
const orderOfKind: Readonly<Record<ElementKind, readonly string[]>> = {
  invocation: ["interface", "impl", "name", ...settings, "mode", "role", "design-id"],
  usage: reference,
  reference,
  interface: definition,
  implementation: definition,
  contract: definition,
  tool: ["name", "allow", "deny"],
  session: ["name", "isolated", "on-failure"],
  agent: ["name", "model", "mode", "on-failure"],
  param: declaration,
  returns: declaration,
  field: declaration,
  reads: ["patterns"],
  writes: ["patterns"],
  node: ["name", "type"],
  use: ["use"],
  step: [
    "node",
    "type",
    "label",
    "tools",
    "model",
    "session",
    "run",
    "verify",
    "retries",
    "timeout",
    "max_iter",
    "on_exhaust",
    "idempotent",
  ],
};

/** The attributes of a tag in their fixed order; those that mean nothing on it follow in the order they were written in. */
export function inOrder(kind: ElementKind, attributes: readonly Attribute[]): readonly Attribute[] {
  const order = orderOfKind[kind];
  const rank = ({ name }: Attribute) => {
    const place = order.indexOf(name);
    return place === -1 ? order.length : place;
  };
  return attributes.toSorted((a, b) => rank(a) - rank(b));
}

import type { ElementKind, TagName } from "./nodes.ts";

const skillRun = ["language", "framework", "retries", "timeout", "policy", "on-failure", "mode", "role", "design-id"];
const declaration = ["name", "type", "required", "default", "values"];

/** The attributes that mean something on each kind of element (language.md 4 and 5, diagram.md 3). */
export const attributesOfKind: Readonly<Record<ElementKind, readonly string[]>> = {
  invocation: ["interface", "impl", "name", ...skillRun],
  usage: ["ref", ...skillRun],
  interface: ["define", "name", "extends", "implements", "description"],
  implementation: [
    "define",
    "name",
    "implements",
    "language",
    "framework",
    "description",
    "capabilities",
    "priority",
    "run",
  ],
  contract: ["define", "name", "extends", "version", "description"],
  reference: ["ref", "role", "mode", "design-id"],
  tool: ["name", "allow", "deny"],
  session: ["name", "isolated", "on-failure"],
  agent: ["name", "model", "mode", "on-failure"],
  param: declaration,
  returns: ["name", "type", "values"],
  reads: ["patterns"],
  writes: ["patterns"],
  node: ["name", "type"],
  use: ["use"],
  field: declaration,
  step: [
    "node",
    "type",
    "label",
    "tools",
    "model",
    "session",
    "max_iter",
    "on_exhaust",
    "retries",
    "timeout",
    "idempotent",
    "verify",
    "run",
  ],
};

const kindsOfTag: Readonly<Record<TagName, readonly ElementKind[]>> = {
  skill: ["invocation", "usage", "interface", "implementation", "contract", "reference"],
  tool: ["tool", "use"],
  session: ["session"],
  agent: ["agent"],
  param: ["param"],
  returns: ["returns"],
  reads: ["reads"],
  writes: ["writes"],
  node: ["node"],
  field: ["field"],
  step: ["step"],
};

/**
 * Every attribute that makes a tag more than a placeholder, whatever its kind (language.md 2).
 * `on-failure` counts on a tool, where it is an error, so that the error is seen.
 */
export function attributesOfTag(tag: TagName): readonly string[] {
  const names = kindsOfTag[tag].flatMap((kind) => attributesOfKind[kind]);
  return [...new Set(tag === "tool" ? [...names, "on-failure"] : names)];
}

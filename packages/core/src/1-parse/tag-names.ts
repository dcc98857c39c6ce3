import { attributesOfTag } from "../ast/attributes.ts";
import type { TagName } from "../ast/nodes.ts";

/** `aml` is a tag, but never in the tree (language.md 3). */
export type Name = TagName | "aml";

/** The attributes known on a tag; looking one up also gives one shared string for every use of its name. */
export type KnownAttributes = ReadonlyMap<string, string>;

function known(names: readonly string[]): KnownAttributes {
  return new Map(names.map((name) => [name, name]));
}

export const knownAttributes: Readonly<Record<Name, KnownAttributes>> = {
  aml: known(["version"]),
  skill: known(attributesOfTag("skill")),
  tool: known(attributesOfTag("tool")),
  session: known(attributesOfTag("session")),
  agent: known(attributesOfTag("agent")),
  param: known(attributesOfTag("param")),
  returns: known(attributesOfTag("returns")),
  reads: known(attributesOfTag("reads")),
  writes: known(attributesOfTag("writes")),
  node: known(attributesOfTag("node")),
  field: known(attributesOfTag("field")),
  step: known(attributesOfTag("step")),
};

/**
 * The tag whose name starts at an offset, when the name ends there as a name must: before white space, `>`, `/` or
 * the end of the file (language.md 2). `<skills>` and `<Skill>` are none.
 */
export function nameAt(text: string, at: number): Name | null {
  for (const name of byInitial.get(text.charCodeAt(at)) ?? none) {
    if (text.startsWith(name, at) && endsName(text.charCodeAt(at + name.length))) return name;
  }
  return null;
}

const none: readonly Name[] = [];
const byInitial: ReadonlyMap<number, readonly Name[]> = new Map([
  [97, ["aml", "agent"]],
  [102, ["field"]],
  [110, ["node"]],
  [112, ["param"]],
  [114, ["returns", "reads"]],
  [115, ["skill", "session", "step"]],
  [116, ["tool"]],
  [119, ["writes"]],
]);

function endsName(code: number): boolean {
  return code === greaterThan || code === slash || isWhiteSpace(code) || Number.isNaN(code);
}

export const greaterThan = 62;
export const slash = 47;

/** Space, tab, line feed, carriage return, form feed: what may stand between attributes. */
export function isWhiteSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13);
}

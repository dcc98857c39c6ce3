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
  switch (text.charCodeAt(at)) {
    case 97:
      return only(text, at, "agent") ?? only(text, at, "aml");
    case 102:
      return only(text, at, "field");
    case 110:
      return only(text, at, "node");
    case 112:
      return only(text, at, "param");
    case 114:
      return only(text, at, "returns") ?? only(text, at, "reads");
    case 115:
      return only(text, at, "skill") ?? only(text, at, "step") ?? only(text, at, "session");
    case 116:
      return only(text, at, "tool");
    case 119:
      return only(text, at, "writes");
    default:
      return null;
  }
}

function only(text: string, at: number, name: Name): Name | null {
  const end = at + name.length;
  if (end > text.length) return null;
  for (let index = 1; index < name.length; index++) {
    if (text.charCodeAt(at + index) !== name.charCodeAt(index)) return null;
  }
  return end === text.length || endsName(text.charCodeAt(end)) ? name : null;
}

function endsName(code: number): boolean {
  return code === greaterThan || code === slash || isWhiteSpace(code);
}

export const greaterThan = 62;
export const slash = 47;

/** Space, tab, line feed, carriage return, form feed: what may stand between attributes. */
export function isWhiteSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13);
}

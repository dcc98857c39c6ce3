import { attributesOfTag } from "../ast/attributes.ts";
import type { TagName } from "../ast/nodes.ts";
import { greaterThan, isWhiteSpace, slash } from "./characters.ts";

/** `aml` is a tag, but never in the tree (language.md 3). */
export type Name = TagName | "aml";

/** The attributes known on each tag. */
export const knownAttributes: Readonly<Record<Name, readonly string[]>> = {
  aml: ["version"],
  skill: attributesOfTag("skill"),
  tool: attributesOfTag("tool"),
  session: attributesOfTag("session"),
  agent: attributesOfTag("agent"),
  param: attributesOfTag("param"),
  returns: attributesOfTag("returns"),
  reads: attributesOfTag("reads"),
  writes: attributesOfTag("writes"),
  node: attributesOfTag("node"),
  field: attributesOfTag("field"),
  step: attributesOfTag("step"),
};

/** The one of some names that stands between two offsets. Comparing in place makes no string for every attribute of a text. */
export function amongNames(names: readonly string[], text: string, start: number, end: number): string | undefined {
  for (const name of names) if (name.length === end - start && isAt(text, start, name)) return name;
  return undefined;
}

function isAt(text: string, at: number, name: string): boolean {
  for (let index = 0; index < name.length; index++) {
    if (text.charCodeAt(at + index) !== name.charCodeAt(index)) return false;
  }
  return true;
}

/** Names as bits, so that one number says which are open. */
export const bitOf: Readonly<Record<Name, number>> = {
  aml: 1,
  skill: 2,
  tool: 4,
  session: 8,
  agent: 16,
  param: 32,
  returns: 64,
  reads: 128,
  writes: 256,
  node: 512,
  field: 1024,
  step: 2048,
};

/**
 * The tag whose name starts at an offset, when the name ends there as a name must: before white space, `>`, `/` or
 * the end of the file (language.md 2). `<skills>` and `<Skill>` are none.
 */
export function nameAt(text: string, at: number): Name | null {
  switch (text.charAt(at)) {
    case "a":
      return only(text, at, "agent") ?? only(text, at, "aml");
    case "f":
      return only(text, at, "field");
    case "n":
      return only(text, at, "node");
    case "p":
      return only(text, at, "param");
    case "r":
      return only(text, at, "returns") ?? only(text, at, "reads");
    case "s":
      return only(text, at, "skill") ?? only(text, at, "step") ?? only(text, at, "session");
    case "t":
      return only(text, at, "tool");
    case "w":
      return only(text, at, "writes");
    default:
      return null;
  }
}

function only(text: string, at: number, name: Name): Name | null {
  const end = at + name.length;
  if (end > text.length || !isAt(text, at, name)) return null;
  return end === text.length || endsName(text.charCodeAt(end)) ? name : null;
}

function endsName(code: number): boolean {
  return code === greaterThan || code === slash || isWhiteSpace(code);
}

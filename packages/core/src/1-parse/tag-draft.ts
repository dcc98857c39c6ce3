import type { Attribute } from "../ast/nodes.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { SourceFile } from "../text/source-file.ts";
import { knownAttributes, type Name } from "./tag-names.ts";

/** Made only when it is reported: a tag that turns out to be text has no problems. */
export type Problem = () => Diagnostic;

/** A character that a value is not believed to hold, once a closing quote turned out to be missing. */
export type Distrusted = "<" | ">" | null;

/**
 * The opening tag that was read last. One draft serves all tags of a text, so that tags which turn out to be text cost nothing: its
 * array only grows, and `count` says how much of it is of this tag.
 */
export interface TagDraft {
  readonly source: SourceFile;
  name: Name;
  start: number;
  end: number;
  selfClosing: boolean;
  readonly attributes: Attribute[];
  count: number;
  /** By name, once there are too many attributes to look through for each new one. */
  byName: Map<string, Attribute> | null;
  problems: Problem[] | null;
  /** Whether it has a recognised attribute with a value: what tells an element from a placeholder. */
  named: boolean;
  known: readonly string[];
  distrusted: Distrusted;
  /** A value without its closing quote was cut off: what else is odd in the tag follows from that. */
  isCut: boolean;
  /** How far it certainly is a tag: up to its last attribute with a value. Bare words behind that may be prose. */
  certainEnd: number;
  certainCount: number;
  certainProblems: number;
}

export function newDraft(source: SourceFile): TagDraft {
  return {
    source,
    name: "skill",
    start: 0,
    end: 0,
    selfClosing: false,
    attributes: [],
    count: 0,
    byName: null,
    problems: null,
    named: false,
    known: knownAttributes.skill,
    distrusted: null,
    isCut: false,
    certainEnd: 0,
    certainCount: 0,
    certainProblems: 0,
  };
}

export function startDraft(draft: TagDraft, name: Name, start: number, distrusted: Distrusted): void {
  draft.name = name;
  draft.start = start;
  draft.count = 0;
  draft.byName = null;
  draft.problems = null;
  draft.named = false;
  draft.known = knownAttributes[name];
  draft.distrusted = distrusted;
  draft.isCut = false;
  draft.certainEnd = start + 1 + name.length;
  draft.certainCount = 0;
  draft.certainProblems = 0;
}

/** Adds an attribute and gives the earlier one of the same name, if there is one. */
export function addAttribute(draft: TagDraft, attribute: Attribute): Attribute | undefined {
  const first = draft.count < fewAttributes ? attributeOf(draft, attribute.name) : amongMany(draft, attribute);
  draft.attributes[draft.count++] = attribute;
  return first;
}

const fewAttributes = 16;

/** The first attribute of that name. */
export function attributeOf({ attributes, count }: TagDraft, name: string): Attribute | undefined {
  for (let index = 0; index < count; index++) {
    const attribute = attributes[index];
    if (attribute?.name === name) return attribute;
  }
  return undefined;
}

function amongMany(draft: TagDraft, attribute: Attribute): Attribute | undefined {
  draft.byName ??= new Map(
    draft.attributes
      .slice(0, draft.count)
      .reverse()
      .map((each) => [each.name, each]),
  );
  const first = draft.byName.get(attribute.name);
  if (first === undefined) draft.byName.set(attribute.name, attribute);
  return first;
}

const none: readonly Attribute[] = [];

/** The attributes as an array of their own. */
export function attributesOf({ attributes, count }: TagDraft): readonly Attribute[] {
  const only = attributes[0];
  if (count === 1 && only !== undefined) return [only];
  return count === 0 ? none : attributes.slice(0, count);
}

/** Notes a problem, unless it only follows from a value that was cut off. */
export function note(draft: TagDraft, problem: Problem): void {
  if (draft.isCut) return;
  draft.problems ??= [];
  draft.problems.push(problem);
}

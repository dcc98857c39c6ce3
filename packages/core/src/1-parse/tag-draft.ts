import type { Attribute } from "../ast/nodes.ts";
import type { SourceFile } from "../text/source-file.ts";
import type { KnownAttributes } from "./tag-names.ts";
import type { Problem } from "./token.ts";

/** A character that a value is not believed to hold, once a closing quote turned out to be missing. */
export type Distrusted = "<" | ">" | null;

/**
 * What has been read of one tag. One draft serves all tags of a text: its array only grows, `count` says how much of it is of this tag,
 * and a tag gets a copy of the exact size.
 */
export interface TagDraft {
  readonly source: SourceFile;
  readonly attributes: Attribute[];
  count: number;
  /** By name, once there are too many attributes to look through for each new one. */
  byName: Map<string, Attribute> | null;
  problems: Problem[] | null;
  known: KnownAttributes;
  distrusted: Distrusted;
  /** Whether it has a recognised attribute with a value. */
  named: boolean;
  /** A value without its closing quote was cut off: what else is odd in the tag follows from that. */
  isCut: boolean;
  /** How far it certainly is a tag: up to its last attribute with a value. Bare words behind that may be prose. */
  certainEnd: number;
  certainCount: number;
  certainProblems: number;
}

export function newDraft(source: SourceFile, known: KnownAttributes): TagDraft {
  return {
    source,
    attributes: [],
    count: 0,
    byName: null,
    problems: null,
    known,
    distrusted: null,
    named: false,
    isCut: false,
    certainEnd: 0,
    certainCount: 0,
    certainProblems: 0,
  };
}

export function startDraft(draft: TagDraft, known: KnownAttributes, nameEnd: number, distrusted: Distrusted): void {
  draft.count = 0;
  draft.byName = null;
  draft.problems = null;
  draft.known = known;
  draft.distrusted = distrusted;
  draft.named = false;
  draft.isCut = false;
  draft.certainEnd = nameEnd;
  draft.certainCount = 0;
  draft.certainProblems = 0;
}

/** Adds an attribute and gives the earlier one of the same name, if there is one. */
export function addAttribute(draft: TagDraft, attribute: Attribute): Attribute | undefined {
  const first = draft.count < fewAttributes ? amongFew(draft, attribute.name) : amongMany(draft, attribute);
  draft.attributes[draft.count++] = attribute;
  return first;
}

const fewAttributes = 16;

function amongFew({ attributes, count }: TagDraft, name: string): Attribute | undefined {
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

/** Notes a problem, unless it only follows from a value that was cut off. */
export function note(draft: TagDraft, problem: Problem): void {
  if (draft.isCut) return;
  draft.problems ??= [];
  draft.problems.push(problem);
}

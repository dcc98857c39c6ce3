import type { Attribute } from "../ast/nodes.ts";
import type { SourceFile } from "../text/source-file.ts";
import type { KnownAttributes } from "./tag-names.ts";
import type { Problem } from "./token.ts";

/** A character that a value is not believed to hold, once a closing quote turned out to be missing. */
export type Distrusted = "<" | ">" | null;

/** What has been read of one tag. The arrays are shared by all tags of a text and copied at their exact size. */
export interface TagDraft {
  readonly source: SourceFile;
  readonly attributes: Attribute[];
  readonly problems: Problem[];
  /** Filled once there are too many attributes to look through for each new one. */
  readonly byName: Map<string, Attribute>;
  known: KnownAttributes;
  distrusted: Distrusted;
  /** Whether it has a recognised attribute with a value. */
  named: boolean;
  /** A value without its closing quote was cut off: what else is odd in the tag follows from that. */
  isCut: boolean;
  /** How far it certainly is a tag: up to its last attribute with a value. Bare words behind that may be prose. */
  certainEnd: number;
  certainAttributes: number;
  certainProblems: number;
}

export function newDraft(source: SourceFile, known: KnownAttributes): TagDraft {
  return {
    source,
    attributes: [],
    problems: [],
    byName: new Map(),
    known,
    distrusted: null,
    named: false,
    isCut: false,
    certainEnd: 0,
    certainAttributes: 0,
    certainProblems: 0,
  };
}

export function startDraft(draft: TagDraft, known: KnownAttributes, nameEnd: number, distrusted: Distrusted): void {
  draft.attributes.length = 0;
  draft.problems.length = 0;
  if (draft.byName.size > 0) draft.byName.clear();
  draft.known = known;
  draft.distrusted = distrusted;
  draft.named = false;
  draft.isCut = false;
  draft.certainEnd = nameEnd;
  draft.certainAttributes = 0;
  draft.certainProblems = 0;
}

/** Adds an attribute and gives the earlier one of the same name, if there is one. */
export function addAttribute(draft: TagDraft, attribute: Attribute): Attribute | undefined {
  const { attributes, byName } = draft;
  const first = earlierOf(draft, attribute.name);
  attributes.push(attribute);
  if (attributes.length === fewAttributes)
    for (const each of attributes) byName.set(each.name, byName.get(each.name) ?? each);
  else if (attributes.length > fewAttributes && first === undefined) byName.set(attribute.name, attribute);
  return first;
}

const fewAttributes = 16;

function earlierOf({ attributes, byName }: TagDraft, name: string): Attribute | undefined {
  if (attributes.length >= fewAttributes) return byName.get(name);
  for (const attribute of attributes) if (attribute.name === name) return attribute;
  return undefined;
}

/** Notes a problem, unless it only follows from a value that was cut off. */
export function note(draft: TagDraft, problem: Problem): void {
  if (!draft.isCut) draft.problems.push(problem);
}

import type { Attribute } from "../ast/nodes.ts";
import { unterminatedTag } from "../diagnostics/catalogue.generated.ts";
import type { SourceFile } from "../text/source-file.ts";
import { readAttribute } from "./read-attribute.ts";
import { lessThan, skipWhiteSpace } from "./read-value.ts";
import { type Distrusted, newDraft, note, startDraft, type TagDraft } from "./tag-draft.ts";
import { greaterThan, knownAttributes, type Name, slash } from "./tag-names.ts";
import type { OpenTag, Problem } from "./token.ts";

/** Reads the opening tag of that name at an offset. */
export type ReadTag = (start: number, name: Name) => OpenTag;

/** A reader of the tags of one text, in order. */
export function tagReader(source: SourceFile): ReadTag {
  const draft = newDraft(source, knownAttributes.aml);
  let distrusted: Distrusted = null;
  let distrustedUntil = 0;

  return (start, name) => {
    if (start < distrustedUntil) return readTag(draft, start, name, distrusted);
    const tag = readTag(draft, start, name, null);
    const doubt = tag.problems.length === 0 ? null : doubtOf(source.text, tag);
    if (doubt === null) return tag;
    // Remembered, so that many tags before one stray quote do not each read up to it.
    distrusted = doubt;
    distrustedUntil = tag.end;
    return readTag(draft, start, name, doubt);
  };
}

/**
 * What the values of a tag with problems should not have held. A tag that runs out although a value holds `>`, or has odd
 * attributes although a value holds `<`, most likely lacks a closing quote there.
 */
function doubtOf(text: string, { attributes, end }: OpenTag): Distrusted {
  const mark = text.charCodeAt(end - 1) === greaterThan ? "<" : ">";
  return attributes.some(({ valueStart, valueEnd }) => text.slice(valueStart, valueEnd).includes(mark)) ? mark : null;
}

function readTag(draft: TagDraft, start: number, name: Name, distrusted: Distrusted): OpenTag {
  const { text } = draft.source;
  startDraft(draft, knownAttributes[name], start + 1 + name.length, distrusted);
  for (let at = start + 1 + name.length; ; ) {
    at = skipWhiteSpace(text, at);
    const code = text.charCodeAt(at);
    if (code === greaterThan) return openTag(draft, start, name, at + 1, false);
    if (code === slash && text.charCodeAt(at + 1) === greaterThan) return openTag(draft, start, name, at + 2, true);
    if (code === lessThan || at >= text.length) return runOut(draft, start, name);
    at = readAttribute(draft, at);
  }
}

/** A tag without `>`, ended where it certainly was one. */
function runOut(draft: TagDraft, start: number, name: Name): OpenTag {
  const { source, certainEnd } = draft;
  draft.count = draft.certainCount;
  draft.problems = draft.problems?.slice(0, draft.certainProblems) ?? null;
  note(draft, () => unterminatedTag({ at: { source, start, end: certainEnd }, tag: name }));
  return openTag(draft, start, name, certainEnd, false);
}

const noProblems: readonly Problem[] = [];
const noAttributes: readonly Attribute[] = [];

function openTag(draft: TagDraft, start: number, name: Name, end: number, selfClosing: boolean): OpenTag {
  const { attributes, count, problems, named } = draft;
  // Words that only look like a tag: what follows the name is read as text again, with the code and comments in it.
  const isProse = !named && problems !== null;
  return {
    type: "open",
    name,
    start,
    end: isProse ? start + 1 + name.length : end,
    selfClosing: selfClosing && !isProse,
    attributes: count === 0 ? noAttributes : attributes.slice(0, count),
    named,
    problems: problems === null || isProse ? noProblems : problems,
    kind: null,
    malformed: false,
    parent: null,
    definition: null,
    inSkill: false,
    isOpen: false,
    takesClose: false,
  };
}

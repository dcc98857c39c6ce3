import { unterminatedTag } from "../diagnostics/catalogue.generated.ts";
import type { SourceFile } from "../text/source-file.ts";
import { greaterThan, lessThan, skipWhiteSpace, slash } from "./characters.ts";
import { readAttribute } from "./read-attribute.ts";
import { type Distrusted, newDraft, note, startDraft, type TagDraft } from "./tag-draft.ts";
import type { Name } from "./tag-names.ts";

/** Reads the opening tag of that name at an offset; the draft is good until the next tag is read. */
export type ReadTag = (start: number, name: Name) => TagDraft;

/** A reader of the tags of one text, in order. */
export function tagReader(source: SourceFile): ReadTag {
  const draft = newDraft(source);
  let distrusted: Distrusted = null;
  let distrustedUntil = 0;

  return (start, name) => {
    readTag(draft, start, name, start < distrustedUntil ? distrusted : null);
    const doubt = draft.problems === null || start < distrustedUntil ? null : doubtOf(draft);
    if (doubt !== null) {
      // Remembered, so that many tags before one stray quote do not each read up to it.
      distrusted = doubt;
      distrustedUntil = draft.end;
      readTag(draft, start, name, doubt);
    }
    if (!draft.named && draft.problems !== null) endAfterName(draft);
    return draft;
  };
}

/** Words that only look like a tag: what follows the name is read as text again, with the code and comments in it. */
function endAfterName(draft: TagDraft): void {
  draft.end = draft.start + 1 + draft.name.length;
  draft.selfClosing = false;
  draft.problems = null;
  draft.count = 0;
}

/**
 * What the values of a tag with problems should not have held. A tag that runs out although a value holds `>`, or has odd
 * attributes although a value holds `<`, most likely lacks a closing quote there.
 */
function doubtOf({ source: { text }, attributes, count, end }: TagDraft): Distrusted {
  const mark = text.charCodeAt(end - 1) === greaterThan ? "<" : ">";
  const values = attributes.slice(0, count).map(({ valueStart, valueEnd }) => text.slice(valueStart, valueEnd));
  return values.some((value) => value.includes(mark)) ? mark : null;
}

function readTag(draft: TagDraft, start: number, name: Name, distrusted: Distrusted): void {
  const { text } = draft.source;
  startDraft(draft, name, start, distrusted);
  for (let at = start + 1 + name.length; ; ) {
    at = skipWhiteSpace(text, at);
    const code = at < text.length ? text.charCodeAt(at) : lessThan;
    draft.selfClosing = code === slash && text.startsWith("/>", at);
    if (code === greaterThan || draft.selfClosing) {
      draft.end = draft.selfClosing ? at + 2 : at + 1;
      return;
    }
    if (code === lessThan) {
      runOut(draft);
      return;
    }
    at = readAttribute(draft, at);
    if (!draft.named && draft.count === mostUnknown) {
      endAfterName(draft);
      return;
    }
  }
}

/**
 * How many attributes may come before the first that a tag of that name has. Without a limit, each tag among many that stand in
 * values of one another would be read to the end, and then as text again.
 */
const mostUnknown = 64;

/** A tag without `>` ends where it certainly was one. */
function runOut(draft: TagDraft): void {
  const { source, start, name, certainEnd } = draft;
  draft.count = draft.certainCount;
  draft.problems = draft.problems?.slice(0, draft.certainProblems) ?? null;
  draft.end = certainEnd;
  note(draft, () => unterminatedTag({ at: { source, start, end: certainEnd }, tag: name }));
}

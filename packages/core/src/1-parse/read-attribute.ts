import type { Attribute } from "../ast/nodes.ts";
import {
  attributeWithoutValue,
  malformedAttribute,
  missingWhiteSpace,
  repeatedAttribute,
  unquotedValue,
  unterminatedValue,
} from "../diagnostics/catalogue.generated.ts";
import { decodeEntities } from "../text/entities.ts";
import { equals, skipWhiteSpace } from "./characters.ts";
import { cutValue, nameEnd, readValue, type Value } from "./read-value.ts";
import { addAttribute, note, type TagDraft } from "./tag-draft.ts";
import { amongNames } from "./tag-names.ts";

/** Reads one attribute, or one thing that is none, and gives where the next may begin (language.md 2, attributes). */
export function readAttribute(draft: TagDraft, start: number): number {
  const { text } = draft.source;
  const end = nameEnd(text, start);
  if (end === start) return skipMalformed(draft, start);
  const known = amongNames(draft.known, text, start, end);
  const name = known ?? text.slice(start, end);
  const sign = skipWhiteSpace(text, end);
  if (text.charCodeAt(sign) !== equals) {
    add(draft, { name, value: null, start, end, valueStart: end, valueEnd: end });
    if (name !== "required") noteWithoutValue(draft, name, start, end);
    return end;
  }
  const value = believedValue(draft, skipWhiteSpace(text, sign + 1));
  if (value.form === "missing") {
    add(draft, { name, value: null, start, end: sign + 1, valueStart: sign + 1, valueEnd: sign + 1 });
    noteWithoutValue(draft, name, start, sign + 1);
    return value.end;
  }
  const { valueStart, valueEnd } = value;
  const content = decodeEntities(trimmed(text, valueStart, valueEnd));
  add(draft, { name, value: content, start, end: value.end, valueStart, valueEnd });
  if (value.form !== "quoted") noteUnquoted(draft, name, start, value);
  if (known !== undefined) draft.named = true;
  draft.certainEnd = value.end;
  draft.certainCount = draft.count;
  draft.certainProblems = draft.problems?.length ?? 0;
  return value.end;
}

function trimmed(text: string, start: number, end: number): string {
  const value = text.slice(start, end);
  // Almost no value has anything to trim, and looking is cheaper than trimming.
  return isInk(text.charCodeAt(start)) && isInk(text.charCodeAt(end - 1)) ? value : value.trim();
}

/** Whether a character is surely no white space of any script. */
function isInk(code: number): boolean {
  return code > 32 && code < 127;
}

function believedValue(draft: TagDraft, at: number): Value {
  const value = readValue(draft.source.text, at);
  const { distrusted } = draft;
  if (distrusted === null || value.form !== "quoted") return value;
  const isBelieved = !draft.source.text.slice(value.valueStart, value.valueEnd).includes(distrusted);
  return isBelieved ? value : cutValue(draft.source.text, at);
}

function add(draft: TagDraft, attribute: Attribute): void {
  const touches = draft.count > 0 && draft.attributes[draft.count - 1]?.end === attribute.start;
  const first = addAttribute(draft, attribute);
  if (touches) noteTouching(draft, attribute);
  if (first !== undefined) noteRepeated(draft, attribute, first);
}

function noteTouching(draft: TagDraft, { name, start, end }: Attribute): void {
  const { source } = draft;
  const fix = { title: "insert a space", safe: true, edits: [{ file: source.file, start, end: start, text: " " }] };
  note(draft, () => missingWhiteSpace({ at: { source, start, end }, attribute: name, fixes: [fix] }));
}

function noteRepeated(draft: TagDraft, { name, start, end }: Attribute, first: Attribute): void {
  const { source } = draft;
  const related = [{ at: { source, start: first.start, end: first.end }, message: "the first one" }];
  note(draft, () => repeatedAttribute({ at: { source, start, end }, attribute: name, related }));
}

function noteWithoutValue(draft: TagDraft, attribute: string, start: number, end: number): void {
  note(draft, () => attributeWithoutValue({ at: { source: draft.source, start, end }, attribute }));
}

function noteUnquoted(draft: TagDraft, attribute: string, start: number, value: Value): void {
  const { source } = draft;
  const at = { source, start, end: value.end };
  if (value.form === "unterminated") {
    const quote = source.text.charAt(value.start);
    const insertion = { file: source.file, start: value.end, end: value.end, text: quote };
    const fix = { title: "close the quote", safe: false, edits: [insertion] };
    note(draft, () => unterminatedValue({ at, attribute, fixes: [fix] }));
    draft.isCut = true;
    return;
  }
  const content = source.text.slice(value.valueStart, value.valueEnd);
  const text = content.includes('"') ? `'${content}'` : `"${content}"`;
  const edits = [{ file: source.file, start: value.start, end: value.end, text }];
  const fixes =
    content.includes('"') && content.includes("'") ? [] : [{ title: "put it in quotes", safe: true, edits }];
  note(draft, () => unquotedValue({ at, attribute, fixes }));
}

/** A character that neither begins nor ends an attribute: a lone quote, `=` or `/`. */
function skipMalformed(draft: TagDraft, start: number): number {
  const { source } = draft;
  const text = source.text.charAt(start);
  note(draft, () => malformedAttribute({ at: { source, start, end: start + 1 }, text }));
  return start + 1;
}

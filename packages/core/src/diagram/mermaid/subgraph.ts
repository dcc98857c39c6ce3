import { unopenedGroup } from "../../diagnostics/catalogue.generated.ts";
import { endOfLine, matchAt, skipBlanks } from "./characters.ts";
import { type Drawing, placeOf } from "./drawing.ts";
import { readString, reportUnclosed } from "./label.ts";
import { unexpected } from "./unexpected.ts";

const keyword = /subgraph(?=[\s;]|$)/y;
const closing = /end\b\s*/y;
const title = /[^[\](){}|"]+/y;

/** Reads `subgraph`, its id and its title; undefined when something else stands at the cursor. */
export function openGroup(drawing: Drawing): boolean | undefined {
  const word = matchAt(drawing, keyword, drawing.at);
  if (word === null) return undefined;
  const start = drawing.at;
  const heading = readHeading(drawing, skipBlanks(drawing.text, start + word[0].length));
  if (heading === null) return false;
  const place = placeOf(drawing, start, Math.min(drawing.at, endOfLine(drawing.text, start)));
  drawing.openGroups.push({ ...heading, place, members: [], children: [] });
  return true;
}

/** Reads `end`; undefined when something else stands at the cursor. */
export function closeGroup(drawing: Drawing): boolean | undefined {
  const word = matchAt(drawing, closing, drawing.at);
  if (word === null) return undefined;
  const group = drawing.openGroups.pop();
  if (group === undefined) {
    const after = skipBlanks(drawing.text, drawing.at + 3);
    if (after < drawing.text.length && !"\n;".includes(drawing.text.charAt(after))) return undefined;
    drawing.diagnostics.push(unopenedGroup({ at: placeOf(drawing, drawing.at, drawing.at + 3) }));
    return false;
  }
  drawing.at += word[0].length;
  const id = group.id ?? `subGraph${drawing.groupCount}`;
  drawing.groupCount += 1;
  const closed = drawing.groups.get(id) ?? { id, title: group.title, parent: null };
  drawing.groups.set(id, closed);
  for (const member of group.members) member.group ??= id;
  for (const child of group.children) if (child !== closed) child.parent ??= id;
  drawing.openGroups.at(-1)?.children.push(closed);
  return true;
}

interface Heading {
  readonly id: string | null;
  readonly title: string;
}

// `subgraph id`, `subgraph Some words`, `subgraph "Some words"`, `subgraph id[Some words]`
function readHeading(drawing: Drawing, at: number): Heading | null {
  const { text } = drawing;
  const string = text[at] === '"' ? readString(drawing, at) : undefined;
  if (string === null) return null;
  const end = string?.after ?? at + (matchAt(drawing, /[^\n;"[]*/y, at)?.[0].length ?? 0);
  const words = (string === undefined ? text.slice(at, end) : text.slice(string.start, string.end)).trim();
  const arrow = string === undefined ? /--|==|-\./.exec(words) : null;
  if (arrow !== null) return unexpected(drawing, at + arrow.index, "a title without arrows");
  if (text[end] === "[") return readTitle(drawing, words, end);
  drawing.at = end;
  if (!endsHeading(drawing)) return null;
  // mermaid numbers a group whose title is no single word.
  return { id: words === "" || /\s/.test(words) ? null : words, title: words };
}

function readTitle(drawing: Drawing, id: string, open: number): Heading | null {
  const { text } = drawing;
  const string = text[open + 1] === '"' ? readString(drawing, open + 1) : undefined;
  if (string === null) return null;
  const end = string?.after ?? open + 1 + (matchAt(drawing, title, open + 1)?.[0].length ?? 0);
  if (text[end] !== "]") {
    reportUnclosed(drawing, open + 1, end, "]");
    return null;
  }
  drawing.at = end + 1;
  const words = string === undefined ? text.slice(open + 1, end) : text.slice(string.start, string.end);
  return endsHeading(drawing) ? { id: id === "" ? null : id, title: words.trim() } : null;
}

function endsHeading(drawing: Drawing): boolean {
  const at = skipBlanks(drawing.text, drawing.at);
  if (at < drawing.text.length && !"\n;".includes(drawing.text.charAt(at)))
    return unexpected(drawing, at, "the end of the line") !== null;
  drawing.at = at;
  return true;
}

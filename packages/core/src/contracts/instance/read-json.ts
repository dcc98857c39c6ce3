import { repeatedMember, unreadableValue } from "../../diagnostics/catalogue.generated.ts";
import type { SourceFile, Span } from "../../text/source-file.ts";
import { readScalar } from "./json-scalar.ts";
import { diagnosticList, type Located, type LocatedMember, type ReadValue } from "./located.ts";

/** An object or a list whose end was not met yet. */
interface Open {
  readonly start: number;
  readonly close: "]" | "}";
  readonly items: Located[];
  readonly members: Map<string, LocatedMember>;
  key: { readonly name: string; readonly span: Span } | null;
}

/** What may come next; the first of a container may also be its end, and after a comma something has to come. */
type Next = "value" | "first item" | "first key" | "key" | "comma" | "end";

interface Fault extends Span {
  readonly problem: string;
}

interface Reader {
  readonly source: SourceFile;
  readonly open: Open[];
  at: number;
  next: Next;
  root: Located | null;
  /** Called for a member that is given twice. */
  readonly repeated: (name: string, again: Span, first: Span) => void;
}

/**
 * Reads JSON (RFC 8259) with the place of everything in it, which `JSON.parse` does not give, and reports members that are
 * given twice. Containers are kept in a list, so that no nesting is too deep.
 */
export function readJson(source: SourceFile): ReadValue {
  const { found, report } = diagnosticList();
  const reader: Reader = {
    source,
    open: [],
    at: source.text.startsWith("\uFEFF") ? 1 : 0,
    next: "value",
    root: null,
    repeated: (name, again, first) => {
      const related = [{ at: { source, ...first }, message: "first given here" }];
      report(repeatedMember({ at: { source, ...again }, related, name }));
    },
  };
  const fault = readAll(reader);
  if (fault === null) return { root: reader.root, diagnostics: found };
  const { problem, start, end } = fault;
  report(unreadableValue({ at: { source, start, end }, format: "JSON", problem }));
  return { root: null, diagnostics: found };
}

function readAll(reader: Reader): Fault | null {
  const { text } = reader.source;
  for (;;) {
    reader.at = afterSpace(text, reader.at);
    if (reader.next === "end" && reader.at === text.length) return null;
    const fault = readOne(reader, text[reader.at]);
    if (fault !== null) return fault;
  }
}

function readOne(reader: Reader, character: string | undefined): Fault | null {
  switch (reader.next) {
    case "end":
      return unexpected(reader, "nothing after the value");
    case "first item":
      return character === "]" ? close(reader) : readValue(reader, character);
    case "value":
      return readValue(reader, character);
    case "first key":
      return character === "}" ? close(reader) : readKey(reader);
    case "key":
      return readKey(reader);
    case "comma":
      return readComma(reader, character);
  }
}

function readValue(reader: Reader, character: string | undefined): Fault | null {
  if (character === "{" || character === "[") {
    const end = character === "{" ? "}" : "]";
    reader.open.push({ start: reader.at, close: end, items: [], members: new Map(), key: null });
    reader.next = character === "{" ? "first key" : "first item";
    reader.at++;
    return null;
  }
  const scalar = readScalar(reader.source.text, reader.at);
  if (scalar === undefined) return unexpected(reader, "a value");
  return "problem" in scalar ? scalar : settle(reader, scalar);
}

function readKey(reader: Reader): Fault | null {
  const { text } = reader.source;
  const key = text[reader.at] === '"' ? readScalar(text, reader.at) : undefined;
  if (key === undefined) return unexpected(reader, "a member's name in double quotes");
  if ("problem" in key) return key;
  reader.at = afterSpace(text, key.end);
  if (text[reader.at] !== ":") return unexpected(reader, "`:`");
  const container = reader.open.at(-1);
  if (container !== undefined) container.key = { name: String(key.value), span: { start: key.start, end: key.end } };
  reader.at++;
  reader.next = "value";
  return null;
}

function readComma(reader: Reader, character: string | undefined): Fault | null {
  const container = reader.open.at(-1);
  if (container === undefined || character === container.close) return close(reader);
  if (character !== ",") return unexpected(reader, `\`,\` or \`${container.close}\``);
  const start = reader.at;
  reader.at = afterSpace(reader.source.text, start + 1);
  reader.next = container.close === "}" ? "key" : "value";
  if (reader.source.text[reader.at] !== container.close) return null;
  return { problem: `no comma may stand before \`${container.close}\``, start, end: start + 1 };
}

function close(reader: Reader): Fault | null {
  const container = reader.open.pop();
  if (container === undefined) return unexpected(reader, "a value");
  const { start, items, members } = container;
  const end = reader.at + 1;
  if (container.close === "]") return settle(reader, { start, end, value: items.map(({ value }) => value), items });
  // Unlike an assignment, this also makes a plain member of one that is named `__proto__`.
  const value = Object.fromEntries([...members].map(([name, member]) => [name, member.value.value]));
  return settle(reader, { start, end, value, members });
}

function settle(reader: Reader, value: Located): null {
  const container = reader.open.at(-1);
  reader.at = value.end;
  reader.next = container === undefined ? "end" : "comma";
  if (container === undefined) reader.root = value;
  else if (container.key === null) container.items.push(value);
  else addMember(reader, container.members, container.key, value);
  return null;
}

function addMember(
  reader: Reader,
  members: Map<string, LocatedMember>,
  { name, span }: { readonly name: string; readonly span: Span },
  value: Located,
): void {
  const first = members.get(name);
  if (first !== undefined) reader.repeated(name, span, { start: first.keyStart, end: first.keyEnd });
  members.set(name, { keyStart: span.start, keyEnd: span.end, value });
}

function unexpected({ source, at }: Reader, expected: string): Fault {
  const found = /[^\s,:[\]{}"]{1,20}|[\s\S]/y;
  found.lastIndex = at;
  const text = found.exec(source.text)?.[0];
  const problem = `expected ${expected}, found ${text === undefined ? "the end of the text" : `\`${text}\``}`;
  return { problem, start: at, end: at + (text?.length ?? 0) };
}

function afterSpace(text: string, at: number): number {
  let end = at;
  for (
    let code = text.charCodeAt(end);
    code === 32 || code === 10 || code === 13 || code === 9;
    code = text.charCodeAt(end)
  )
    end++;
  return end;
}

import type { Attribute } from "../ast/nodes.ts";
import {
  contentAfterRoot,
  invalidVersion,
  missingVersion,
  newerVersion,
  repeatedRoot,
  rootAttribute,
} from "../diagnostics/catalogue.generated.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { SourceFile, Span } from "../text/source-file.ts";
import type { ReadTag } from "./read-tag.ts";
import { attributesOf, type Problem } from "./tag-draft.ts";
import { nameAt } from "./tag-names.ts";

/** The newest version of the language that this release knows. */
const knownVersion = "0.3";

/** The `<aml>` that holds a whole document (language.md 3). */
export interface Root extends Span {
  readonly selfClosing: boolean;
  readonly attributes: readonly Attribute[];
  readonly version: Attribute | undefined;
  readonly problems: readonly Problem[];
}

/** The root, when nothing but white space and comments stands before it. */
export function rootAt(text: string, from: number, readTag: ReadTag): Root | null {
  const start = contentStart(text, from);
  if (!startsRoot(text, start)) return null;
  const tag = readTag(start, "aml");
  const attributes = attributesOf(tag);
  const version = attributes.find(({ name }) => name === "version");
  return { start, end: tag.end, selfClosing: tag.selfClosing, attributes, version, problems: tag.problems ?? [] };
}

/** What is wrong with the root's own tag. */
export function checkRootTag(source: SourceFile, root: Root): Diagnostic[] {
  const diagnostics = root.problems.map((problem) => problem());
  for (const { name, start, end } of root.attributes) {
    if (name !== "version") diagnostics.push(rootAttribute({ at: { source, start, end }, attribute: name }));
  }
  const { version } = root;
  if (version === undefined) {
    diagnostics.push(missingVersion({ at: { source, start: root.start, end: root.end } }));
  } else if (version.value !== null) {
    const at = { source, start: version.start, end: version.end };
    if (!isVersion(version.value)) diagnostics.push(invalidVersion({ at, version: version.value }));
    else if (isNewer(version.value, knownVersion)) {
      diagnostics.push(newerVersion({ at, version: version.value, known: knownVersion }));
    }
  }
  return diagnostics;
}

/** Whether anything but white space and comments follows the end of the root; a second root is said to be one. */
export function checkAfterRoot(source: SourceFile, root: Root, end: Span): Diagnostic[] {
  const { text } = source;
  const start = contentStart(text, end.end);
  if (start === text.length) return [];
  if (startsRoot(text, start)) {
    const related = [{ at: { source, start: root.start, end: root.end }, message: "the first one" }];
    return [repeatedRoot({ at: { source, start, end: start + "<aml".length }, related })];
  }
  const related = [{ at: { source, start: end.start, end: end.end }, message: "the document ends here" }];
  const line = text.slice(start).search(/[\r\n]|$/);
  return [contentAfterRoot({ at: { source, start, end: start + line }, related })];
}

function startsRoot(text: string, at: number): boolean {
  return text.startsWith("<", at) && nameAt(text, at + 1) === "aml";
}

const whiteSpace = /\s*/y;

/** The first character after an offset that is neither white space nor in a comment. */
function contentStart(text: string, from: number): number {
  for (let at = from; ; ) {
    whiteSpace.lastIndex = at;
    whiteSpace.test(text);
    at = whiteSpace.lastIndex;
    const end = text.startsWith("<!--", at) ? text.indexOf("-->", at + 2) : -1;
    if (end === -1) return at;
    at = end + 3;
  }
}

function isVersion(value: string): boolean {
  return /^\d{1,9}(?:\.\d{1,9}){0,2}$/.test(value);
}

function isNewer(version: string, than: string): boolean {
  const known = than.split(".").map(Number);
  for (const [index, part] of version.split(".").map(Number).entries()) {
    const other = known[index] ?? 0;
    if (part !== other) return part > other;
  }
  return false;
}

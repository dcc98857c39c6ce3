import {
  contentAfterRoot,
  invalidVersion,
  missingVersion,
  newerVersion,
  repeatedRoot,
  rootAttribute,
} from "../diagnostics/catalogue.generated.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { SourceFile } from "../text/source-file.ts";
import type { CloseTag, OpenTag, Token } from "./token.ts";

/** The newest version of the language that this release knows. */
export const knownVersion = "0.3";

/** The `<aml>` that holds the whole document: the first tag, after white space and comments only (language.md 3). */
export function rootOf(text: string, start: number, tokens: readonly Token[]): OpenTag | null {
  let at = start;
  for (const token of tokens) {
    if (token.start < start) continue;
    if (!isBlank(text, at, token.start)) return null;
    if (token.type === "open") return token.name === "aml" ? token : null;
    if (token.type === "close" || token.kind !== "comment") return null;
    at = token.end;
  }
  return null;
}

/** What is wrong with the root: its own tag, and what follows its end. */
export function checkRoot(
  source: SourceFile,
  root: OpenTag,
  end: OpenTag | CloseTag | null,
  tokens: readonly Token[],
): Diagnostic[] {
  return [checkTag(source, root), end === null ? [] : checkAfter(source, root, end, tokens)].flat();
}

function checkTag(source: SourceFile, root: OpenTag): Diagnostic[] {
  const place = { source, start: root.start, end: root.end };
  const diagnostics = root.problems.map((problem) => problem());
  const version = root.attributes.find(({ name }) => name === "version");
  if (version === undefined) diagnostics.push(missingVersion({ at: place }));
  else if (version.value !== null) {
    const at = { source, start: version.start, end: version.end };
    if (!isVersion(version.value)) diagnostics.push(invalidVersion({ at, version: version.value }));
    else if (isNewer(version.value, knownVersion))
      diagnostics.push(newerVersion({ at, version: version.value, known: knownVersion }));
  }
  for (const { name, start, end } of root.attributes) {
    if (name !== "version") diagnostics.push(rootAttribute({ at: { source, start, end }, attribute: name }));
  }
  return diagnostics;
}

/** Whether anything but white space and comments follows the root; a second root is said to be one. */
function checkAfter(
  source: SourceFile,
  root: OpenTag,
  end: OpenTag | CloseTag,
  tokens: readonly Token[],
): Diagnostic[] {
  const { text } = source;
  const related = [{ at: { source, start: end.start, end: end.end }, message: "the document ends here" }];
  let at = end.end;
  for (const token of tokens) {
    if (token.start < at) continue;
    if (!isBlank(text, at, token.start)) break;
    if (token.type === "open" && token.name === "aml") {
      const first = [{ at: { source, start: root.start, end: root.end }, message: "the first one" }];
      return [repeatedRoot({ at: { source, start: token.start, end: token.end }, related: first })];
    }
    if (token.type !== "opaque" || token.kind !== "comment") break;
    at = token.end;
  }
  const start = at + text.slice(at).search(/\S|$/);
  if (start === text.length) return [];
  const line = text.slice(start).search(/[\r\n]|$/);
  return [contentAfterRoot({ at: { source, start, end: start + line }, related })];
}

function isBlank(text: string, start: number, end: number): boolean {
  return start === end || text.slice(start, end).trim() === "";
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

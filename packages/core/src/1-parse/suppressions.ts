import { type Comment, type Document, isElement, type Node } from "../ast/nodes.ts";
import type { Suppression } from "../diagnostics/suppress.ts";
import type { Place } from "../text/source-file.ts";

const form = /^<!--\s*aml-ignore(?![\w-])([^:]*)(?::(.*))?-->$/s;

/** The `<!-- aml-ignore CODE: reason -->` comments of a document, in its order (language.md 8). */
export function suppressionsOf(document: Document): Suppression[] {
  // Few documents have one, and then nothing is walked.
  if (!document.source.text.includes("aml-ignore")) return [];
  return commentsOf(document).flatMap((comment) => suppressionOf(document, comment));
}

function commentsOf({ children, elements }: Document): Comment[] {
  const isComment = (node: Node): node is Comment => !isElement(node) && node.kind === "comment";
  return [children, ...elements.map((element) => element.children)]
    .flatMap((nodes) => nodes.filter(isComment))
    .sort((a, b) => a.start - b.start);
}

function suppressionOf({ source }: Document, { start, end }: Comment): Suppression[] {
  const found = form.exec(source.text.slice(start, end));
  if (found === null) return [];
  const [, listed = "", reason = ""] = found;
  return [suppressionAt({ source, start, end }, listed, reason)];
}

/** What a comment of any form takes back: the codes that it lists, and whether it says why. */
export function suppressionAt(at: Place, listed: string, reason: string): Suppression {
  const { source, start, end } = at;
  const listedAt = start + source.text.slice(start, end).indexOf("aml-ignore") + "aml-ignore".length;
  return { at, codes: codesOf(listed, { source, start: listedAt, end }), hasReason: reason.trim() !== "" };
}

function codesOf(listed: string, { source, start }: Place): Suppression["codes"] {
  let entryStart = start;
  return listed.split(",").flatMap((entry) => {
    const code = entry.trim();
    const from = entryStart + entry.indexOf(code);
    entryStart += entry.length + 1;
    return code === "" ? [] : [{ code, at: { source, start: from, end: from + code.length } }];
  });
}

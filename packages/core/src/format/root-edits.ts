import { frontMatterOf } from "../1-parse/front-matter.ts";
import { tagReader } from "../1-parse/read-tag.ts";
import { rootAt } from "../1-parse/root.ts";
import type { Document } from "../ast/nodes.ts";
import type { Edit } from "./edit.ts";
import { unmoved } from "./move.ts";
import { openingTagText } from "./tag-text.ts";

/** The edits of the `<aml>` around a document, which is no element of its tree (language.md 3). */
export function rootEdits({ source, bodyEnd }: Document): readonly Edit[] {
  const { text } = source;
  const from = text.startsWith("\uFEFF") ? 1 : 0;
  const root = rootAt(text, frontMatterOf(text, from)?.end ?? from, tagReader(source));
  if (root === null || root.problems.some((problem) => problem().severity === "error")) return [];
  const { start, end, attributes, selfClosing } = root;
  const written = openingTagText(text, {
    name: "aml",
    start,
    end,
    attributes,
    ordered: attributes,
    isSelfClosing: selfClosing,
    becomesSelfClosing: false,
    move: unmoved,
  });
  const opening = { start, end, text: written };
  if (selfClosing || !text.startsWith("</aml", bodyEnd)) return [opening];
  return [opening, { start: bodyEnd, end: text.indexOf(">", bodyEnd) + 1, text: "</aml>" }];
}

import type { Node } from "yaml";
import { type FrontMatter, frontMatterOf } from "../1-parse/front-matter.ts";
import type { Place, SourceFile, Span } from "../text/source-file.ts";

/** A plain value, a list of them, or the word for anything else: a tag, an alias or a mapping is never read. */
export type MemberValue = Scalar | readonly Scalar[] | { readonly other: true };

type Scalar = string | number | boolean | null;

export interface FrontMatterMember {
  readonly value: MemberValue;
  readonly at: Place;
}

/** The members at the top of a file's front matter, each at its place. */
export type FrontMatterMembers =
  | { readonly outcome: "none"; readonly at: Place }
  | {
      readonly outcome: "unreadable";
      readonly frontMatter: FrontMatter;
      readonly at: Place;
      readonly problem: string;
    }
  | {
      readonly outcome: "read";
      readonly frontMatter: FrontMatter;
      readonly members: ReadonlyMap<string, FrontMatterMember>;
    };

/** Reads front matter; with `mayHoldTags`, also one with lines that begin with `<`, as texts of other programs have them. */
export async function readFrontMatter(source: SourceFile, mayHoldTags = false): Promise<FrontMatterMembers> {
  const { text } = source;
  const start = text.startsWith("\uFEFF") ? 1 : 0;
  const frontMatter = frontMatterOf(text, start, mayHoldTags);
  if (frontMatter === null) return { outcome: "none", at: { source, start, end: lineEnd(text, start) } };
  // Loaded here, since most checks meet no front matter and start-up is what they wait for.
  const { isMap, isScalar, isSeq, parseDocument } = await import("yaml");
  const { yaml: span } = frontMatter;
  const yaml = parseDocument(text.slice(span.start, span.end), { prettyErrors: false });
  const [error] = yaml.errors;
  if (error !== undefined)
    return { outcome: "unreadable", frontMatter, at: placeOf(error.pos, source, span), problem: error.message };
  const members = new Map<string, FrontMatterMember>();
  const scalarOf = (node: unknown): Scalar | undefined => {
    const value = isScalar(node) ? node.value : undefined;
    return value === null || typeof value === "string" || typeof value === "number" || typeof value === "boolean"
      ? value
      : undefined;
  };
  const memberValue = (node: Node | null): MemberValue => {
    if (node === null) return null;
    const items = isSeq(node) ? node.items.map(scalarOf).filter((item) => item !== undefined) : null;
    if (isSeq(node) && items !== null && items.length === node.items.length) return items;
    const scalar = scalarOf(node);
    return scalar === undefined ? { other: true } : scalar;
  };
  for (const { key, value } of isMap<Node, Node | null>(yaml.contents) ? yaml.contents.items : []) {
    const name = scalarOf(key);
    if (typeof name !== "string") continue;
    members.set(name, { value: memberValue(value), at: placeOf(value?.range ?? key.range, source, span) });
  }
  return { outcome: "read", frontMatter, members };
}

/** A range of the YAML as a place in the file, at least one character and within one line. */
function placeOf(range: readonly number[] | null | undefined, source: SourceFile, yaml: Span): Place {
  const [from = 0, to = from + 1] = range ?? [];
  const start = Math.min(yaml.start + from, Math.max(yaml.start, yaml.end - 1));
  const end = Math.min(Math.max(start + 1, yaml.start + to), Math.max(start + 1, lineEnd(source.text, start)));
  return { source, start, end };
}

function lineEnd(text: string, from: number): number {
  const newline = text.indexOf("\n", from);
  return newline === -1 ? text.length : newline;
}

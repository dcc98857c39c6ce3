import type { Document } from "yaml";
import { oversizedValue, repeatedMember, unreadableValue } from "../../diagnostics/catalogue.generated.ts";
import type { SourceFile, Span } from "../../text/source-file.ts";
import { diagnosticList, type Located, type LocatedMember, type ReadValue } from "./located.ts";

/** Parts of a value with each alias counted as all that it stands for. */
const mostParts = 1_000_000;

/** A part with the number of parts it comes to when every alias is written out. */
interface Sized extends Located {
  readonly parts: number;
}

/**
 * A composed document as a value with places. An alias shares the part it names rather than copying it; what all aliases come
 * to is counted, and refused when it is out of proportion. Recursion ends: nesting was bounded before composing.
 */
export async function locateYaml(document: Document, source: SourceFile): Promise<ReadValue> {
  const { isAlias, isMap, isScalar, isSeq } = await import("yaml");
  const { found, report } = diagnosticList();
  const anchors = new Map<string, Sized | "open">();
  const unreadable = (at: Span, problem: string) =>
    report(unreadableValue({ at: { source, start: at.start, end: at.end }, format: "YAML", problem }));

  const located = (node: unknown, around: Span): Sized => {
    if (isAlias(node)) return aliased(node.source, spanOf(node, around));
    const at = spanOf(node, around);
    const anchor = isMap(node) || isSeq(node) || isScalar(node) ? node.anchor : undefined;
    if (anchor !== undefined) anchors.set(anchor, "open");
    const result = isMap(node)
      ? mapping(node.items, at)
      : isSeq(node)
        ? sequence(node.items, at)
        : { ...at, value: isScalar(node) ? (node.value ?? null) : null, parts: 1 };
    if (anchor !== undefined) anchors.set(anchor, result);
    return result;
  };

  const aliased = (name: string, at: Span): Sized => {
    const target = anchors.get(name);
    if (target !== undefined && target !== "open") return { ...target, ...at };
    const problem =
      target === "open" ? `\`*${name}\` stands in what it names` : `nothing before it is named \`&${name}\``;
    unreadable(at, problem);
    return { ...at, value: null, parts: 1 };
  };

  const sequence = (nodes: readonly unknown[], at: Span): Sized => {
    const items = nodes.map((node) => located(node, at));
    return { ...at, value: items.map(({ value }) => value), items, parts: partsIn(items) };
  };

  const mapping = (pairs: readonly { readonly key: unknown; readonly value: unknown }[], at: Span): Sized => {
    const members = new Map<string, LocatedMember>();
    const values: Sized[] = [];
    for (const pair of pairs) {
      const key = spanOf(pair.key, at);
      const name = nameOf(pair.key, key);
      const value = located(pair.value, { start: key.end, end: key.end });
      values.push(value);
      if (name === undefined) continue;
      const first = members.get(name);
      if (first !== undefined) {
        const related = [{ at: { source, start: first.keyStart, end: first.keyEnd }, message: "first given here" }];
        report(repeatedMember({ at: { source, ...key }, related, name }));
      }
      members.set(name, { keyStart: key.start, keyEnd: key.end, value });
    }
    const value = Object.fromEntries([...members].map(([name, member]) => [name, member.value.value]));
    return { ...at, value, members, parts: partsIn(values) };
  };

  /** As JSON has it, a member's name is text: `1` and `true` are names as they are written. */
  const nameOf = (key: unknown, at: Span): string | undefined => {
    if (!isScalar(key)) {
      unreadable(at, "the name of a member has to be plain text");
      return undefined;
    }
    const name = typeof key.value === "string" ? key.value : (key.source ?? "");
    if (name !== "<<") return name;
    unreadable(at, "merge keys (`<<`) are no part of YAML 1.2; write the members out");
    return undefined;
  };

  const root = located(document.contents, { start: 0, end: 0 });
  if (root.parts > mostParts) {
    const at = { source, start: root.start, end: Math.min(root.end, root.start + 1) };
    const problem = "comes to too many parts when its aliases are written out";
    report(oversizedValue({ at, format: "YAML", problem, limit: `${mostParts} are read` }));
    return { root: null, diagnostics: found };
  }
  return { root, diagnostics: found };
}

function partsIn(values: readonly Sized[]): number {
  return values.reduce((sum, { parts }) => sum + parts, 1);
}

/** The stretch of a node without the space and comments after it; an absent one is where it would be. */
function spanOf(node: unknown, around: Span): Span {
  if (typeof node !== "object" || node === null || !("range" in node) || !Array.isArray(node.range)) return around;
  const [start, end]: readonly unknown[] = node.range;
  return typeof start === "number" && typeof end === "number" ? { start, end } : around;
}

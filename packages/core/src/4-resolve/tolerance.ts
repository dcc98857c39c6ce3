import { attribute, type Document, type Element } from "../ast/nodes.ts";

/**
 * The elements that a run could go on without: their own `on-failure`, or that of a `<session>` or `<agent>` around
 * them, is `skip` or `partial`. An enclosing skill's is not asked (language.md 1, 7.2).
 */
export function toleratedElements({ elements }: Document): ReadonlySet<Element> {
  const tolerated = new Set<Element>();
  const inTolerant = new Set<Element>();
  for (const element of elements) {
    const { parent } = element;
    if (parent !== null && (isTolerantDirective(parent) || inTolerant.has(parent))) inTolerant.add(element);
    if (inTolerant.has(element) || tolerates(element)) tolerated.add(element);
  }
  return tolerated;
}

function isTolerantDirective(element: Element): boolean {
  return (element.kind === "session" || element.kind === "agent") && tolerates(element);
}

function tolerates(element: Element): boolean {
  const onFailure = attribute(element, "on-failure");
  return onFailure === "skip" || onFailure === "partial";
}

import { attribute, type Document, type Element } from "../ast/nodes.ts";

/**
 * By `Element.index`, whether a run could go on without the element: its own `on-failure`, or that of a `<session>` or
 * `<agent>` around it, is `skip` or `partial`. An enclosing skill's is not asked (language.md 1, 7.2).
 */
export function toleratedElements({ elements }: Document): boolean[] {
  const inTolerant: boolean[] = [];
  return elements.map((element) => {
    const { parent, index } = element;
    const outer = parent !== null && (isTolerantDirective(parent) || (inTolerant[parent.index] ?? false));
    inTolerant[index] = outer;
    return outer || tolerates(element);
  });
}

function isTolerantDirective(element: Element): boolean {
  return (element.kind === "session" || element.kind === "agent") && tolerates(element);
}

function tolerates(element: Element): boolean {
  const onFailure = attribute(element, "on-failure");
  return onFailure === "skip" || onFailure === "partial";
}

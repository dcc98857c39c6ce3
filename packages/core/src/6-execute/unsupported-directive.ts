import { attribute, type Document, type Element, isElement, type Node } from "../ast/nodes.ts";
import { placeOf, placeOfTag } from "../ast/place-of.ts";
import { textOf } from "../ast/text-of.ts";
import { notSupported, sessionTextNotSent } from "../diagnostics/catalogue.generated.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";

/** What a directive asks for and this version does not carry out: said before anything runs, never passed over. */
export function unsupportedDirective(document: Document, element: Element, hasAgent: boolean): Diagnostic[] {
  const found: Diagnostic[] = [];
  const onFailure = attribute(element, "on-failure");
  if (onFailure !== undefined && onFailure !== "halt") {
    found.push(
      notSupported({
        at: placeOf(document, element, "on-failure"),
        feature: `on-failure="${onFailure}" on <${element.tag}>`,
      }),
    );
  }
  if (attribute(element, "mode") === "background") {
    found.push(notSupported({ at: placeOf(document, element, "mode"), feature: 'mode="background"' }));
  }
  const text = ownText(document, element.children);
  if (text === undefined) return found;
  const at = placeOfTag(document, element);
  if (element.kind === "agent") found.push(notSupported({ at, feature: "a prompt in the text of an <agent>" }));
  if (element.kind === "session" && hasAgent && !isInsideAgent(element))
    found.push(notSupported({ at, feature: "a prompt in the text of a <session>" }));
  if (element.kind === "session" && !hasAgent) found.push(sessionTextNotSent({ at }));
  return found;
}

/**
 * The first text that is not white space before the nearest skill or agent below; tools and sessions are transparent
 * (language.md 7.4). A stack, since nesting has no limit before it is checked.
 */
function ownText(document: Document, children: readonly Node[]): string | undefined {
  const ahead = [...children].reverse();
  for (let node = ahead.pop(); node !== undefined; node = ahead.pop()) {
    if (isElement(node)) {
      if (node.kind === "tool" || node.kind === "session")
        for (const child of [...node.children].reverse()) ahead.push(child);
    } else if (textOf(document, node).trim() !== "") return textOf(document, node);
  }
  return undefined;
}

/** Text of a session inside an agent is that agent's prompt, and said there. */
function isInsideAgent(element: Element): boolean {
  for (let around = element.parent; around !== null; around = around.parent) if (around.kind === "agent") return true;
  return false;
}

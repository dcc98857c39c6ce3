import { attribute, type Document, type Element, isElement } from "../ast/nodes.ts";
import { placeOfTag } from "../ast/place-of.ts";
import { descriptionOf } from "../ast/text-of.ts";
import { dedent } from "../text/dedent.ts";
import { bodyOf } from "./body.ts";
import type { StepDeclaration, WrittenValue } from "./compile/step-declaration.ts";
import { isSettingName, type SettingName } from "./settings.ts";

/** The `<step>`s of a diagram-driven skill, or the `<node>`s of an implementation and of the references in it (diagram.md 3). */
export function stepsOf(document: Document, element: Element): readonly StepDeclaration[] {
  return element.children.filter(isElement).flatMap((child) => {
    if (child.kind === "step") return stepOf(document, child);
    if (child.kind === "node") return nodeOf(document, child);
    return child.kind === "reference" ? stepsOf(document, child) : [];
  });
}

function stepOf(document: Document, element: Element): readonly StepDeclaration[] {
  const node = attribute(element, "node");
  if (node === undefined || element.malformed) return [];
  const body = bodyOf(document, element);
  const settings = settingsOf(document, element);
  return [{ kind: "step", node, settings, brief: dedent(body.text), body, place: placeOfTag(document, element) }];
}

// The tools of a `<node>` are named by elements in it.
function nodeOf(document: Document, element: Element): readonly StepDeclaration[] {
  const node = attribute(element, "name");
  if (node === undefined || element.malformed) return [];
  const settings = settingsOf(document, element);
  const uses = element.children.filter(isElement).filter(({ kind }) => kind === "use");
  const [use] = uses;
  const tools = uses.flatMap((child) => attribute(child, "use") ?? []);
  if (use !== undefined) settings.set("tools", { value: tools.join(","), place: placeOfTag(document, use) });
  const brief = descriptionOf(document, element);
  return [
    { kind: "node", node, settings, brief, body: bodyOf(document, element), place: placeOfTag(document, element) },
  ];
}

function settingsOf({ source }: Document, element: Element): Map<SettingName, WrittenValue> {
  const settings = new Map<SettingName, WrittenValue>();
  for (const { name, value, valueStart, valueEnd } of element.attributes) {
    if (value === null || !isSettingName(name) || settings.has(name)) continue;
    settings.set(name, { value, place: { source, start: valueStart, end: valueEnd } });
  }
  return settings;
}

import type { Attribute, ElementKind } from "../ast/nodes.ts";
import type { Name } from "./tag-names.ts";
import type { OpenTag } from "./token.ts";

/** What a tag is where it stands: an element, prose that looks like a tag, or somebody else's markup (language.md 2, 4 and 5). */
export type Role = ElementKind | "placeholder" | "param-outside-skill" | "text";

/** The role of a tag directly in an element, or at the top level. */
export function roleOf(tag: OpenTag, around: OpenTag | null): Role {
  switch (tag.name) {
    case "skill":
      return tag.named ? skillKind(tag.attributes, around) : "placeholder";
    case "tool":
      return tag.named ? toolKind(tag.attributes, around) : "placeholder";
    case "agent":
      return tag.named ? "agent" : "placeholder";
    case "session":
      return tag.named || tag.selfClosing || tag.takesClose ? "session" : "placeholder";
    case "param":
      if (around === null || !around.inSkill) return "param-outside-skill";
      return tag.named ? "param" : "placeholder";
    case "aml":
      return "placeholder";
    case "step":
      return isRecognised("step", around) && has(tag.attributes, "node") ? "step" : "text";
    default:
      return isRecognised(tag.name, around) ? tag.name : "text";
  }
}

function skillKind(attributes: readonly Attribute[], around: OpenTag | null): ElementKind {
  if (has(attributes, "define")) return definitionKind(valueNamed(attributes, "define"));
  if (has(attributes, "ref")) return (around?.definition ?? null) === null ? "usage" : "reference";
  return "invocation";
}

/** An unknown `define` is the validator's to report; its body is read as what its author most likely meant. */
function definitionKind(define: string): ElementKind {
  if (define.startsWith("impl")) return "implementation";
  return define.startsWith("con") ? "contract" : "interface";
}

function toolKind(attributes: readonly Attribute[], around: OpenTag | null): ElementKind {
  return around?.kind === "node" && has(attributes, "use") ? "use" : "tool";
}

function holdsSteps(element: ElementKind | null | undefined): boolean {
  return element === "invocation" || element === "usage" || element === "reference";
}

function has(attributes: readonly Attribute[], name: string): boolean {
  return attributes.some((attribute) => attribute.name === name);
}

function valueNamed(attributes: readonly Attribute[], name: string): string {
  return attributes.find((attribute) => attribute.name === name)?.value ?? "";
}

/** Whether a close tag of that name would be read as one here: other documents have `</field>` and `</node>` too. */
export function isRecognised(name: Name, around: OpenTag | null): boolean {
  switch (name) {
    case "returns":
    case "reads":
    case "writes":
      return around?.definition === "interface";
    case "node":
      return around?.definition === "implementation";
    case "field":
      return around?.definition === "contract";
    case "step":
      return holdsSteps(around?.kind);
    default:
      return true;
  }
}

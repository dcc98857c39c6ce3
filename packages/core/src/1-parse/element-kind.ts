import type { ElementKind } from "../ast/nodes.ts";
import { attributeOf, type TagDraft } from "./tag-draft.ts";
import type { Name } from "./tag-names.ts";
import type { Frame } from "./tree.ts";

/** What a tag is where it stands: an element, prose that looks like a tag, or somebody else's markup (language.md 2, 4 and 5). */
export type Role = ElementKind | "placeholder" | "param-outside-skill" | "step-without-node" | "text";

/** The role of a tag directly in an element or at the top level. A bare `<session>` is an element only if it has a close tag. */
export function roleOf(tag: TagDraft, around: Frame, hasClose: boolean): Role {
  switch (tag.name) {
    case "skill":
      return tag.named ? skillKind(tag, around) : "placeholder";
    case "tool":
      return tag.named ? toolKind(tag, around) : "placeholder";
    case "agent":
      return tag.named ? "agent" : "placeholder";
    case "session":
      return tag.named || tag.selfClosing || hasClose ? "session" : "placeholder";
    case "param":
      if (!around.inSkill) return "param-outside-skill";
      return tag.named ? "param" : "placeholder";
    case "aml":
      return "placeholder";
    case "step":
      if (!isRecognised("step", around)) return "text";
      return attributeOf(tag, "node") === undefined ? "step-without-node" : "step";
    default:
      return isRecognised(tag.name, around) ? tag.name : "text";
  }
}

function skillKind(tag: TagDraft, around: Frame): ElementKind {
  const define = attributeOf(tag, "define");
  if (define !== undefined) return definitionKind(define.value ?? "");
  if (attributeOf(tag, "ref") === undefined) return "invocation";
  // A contract has nothing to refer to: there it runs, and is reported as what may not stand in a definition.
  return around.definition === null || around.definition === "contract" ? "usage" : "reference";
}

/** An unknown `define` is the validator's to report; its body is read as what its author most likely meant. */
function definitionKind(define: string): ElementKind {
  if (define.startsWith("impl")) return "implementation";
  return define.startsWith("con") ? "contract" : "interface";
}

function toolKind(tag: TagDraft, around: Frame): ElementKind {
  return around.kind === "node" && attributeOf(tag, "use") !== undefined ? "use" : "tool";
}

/** Whether a tag of that name means anything here: other documents have `<field>` and `<node>` too. */
export function isRecognised(name: Name, around: Frame): boolean {
  switch (name) {
    case "returns":
    case "reads":
    case "writes":
      return around.definition === "interface";
    case "node":
      return around.definition === "implementation";
    case "field":
      return around.definition === "contract";
    case "step":
      return around.kind === "invocation" || around.kind === "usage" || around.kind === "reference";
    default:
      return true;
  }
}

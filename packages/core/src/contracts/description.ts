import type { ContractDefinition } from "../3-register/definition.ts";
import { attribute } from "../ast/nodes.ts";
import { descriptionOf } from "../ast/text-of.ts";

/** What a contract says of itself: its attribute, else the text between its fields (language.md 4.4). */
export function descriptionOfContract({ document, element }: ContractDefinition): string {
  return attribute(element, "description") ?? withoutGaps(descriptionOf(document, element));
}

/** Where fields stood between the lines, empty lines are left. */
export function withoutGaps(text: string): string {
  return text.replace(/[ \t]+$/gm, "").replace(/\n{3,}/g, "\n\n");
}

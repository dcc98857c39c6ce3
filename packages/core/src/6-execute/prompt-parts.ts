import type { DataBlock, PromptParts } from "../agent/step-prompt.ts";
import { findReferences } from "../text/references.ts";
import type { PreviousResult } from "./handler.ts";
import type { Scope } from "./node-result.ts";

/** What a prompt is made of, beside the instructions: never mixed with them (language.md 7.3). */
export interface PromptMaterial {
  readonly scope: Scope;
  readonly params: Readonly<Record<string, string>>;
  readonly previous: readonly PreviousResult[];
}

/** The prompt of a skill: interface description, implementation body, literal text of the document; the rest is data. */
export function skillPrompt(
  name: string,
  description: string,
  instructions: string,
  asked: string,
  material: PromptMaterial,
): PromptParts {
  const { text, data } = partsOf(material);
  const lines = [
    `You carry out the skill ${name}.${description === "" ? "" : ` What it is for: ${description}`}`,
    instructions === "" ? "" : `How:\n${withReferences(instructions, material.params)}`,
    text.trim() === "" ? "" : `What to work on:\n${text.trim()}`,
    asked,
  ];
  return { instructions: lines.filter((line) => line !== "").join("\n\n"), data };
}

/** The prompt of an `<agent>` or `<session>`: its own text, with its children's results as data. */
export function directivePrompt(material: PromptMaterial): PromptParts {
  const { text, data } = partsOf(material);
  return { instructions: text.trim(), data };
}

function partsOf({ scope, params, previous }: PromptMaterial): {
  readonly text: string;
  readonly data: readonly DataBlock[];
} {
  const results = scope.parts.flatMap((part) =>
    part.kind === "result" ? [{ ...part, label: `result of ${part.name} (${part.path})` }] : [],
  );
  const labels = new Map(results.map(({ path, label }) => [path, label]));
  const text = scope.parts
    .map((part) => (part.kind === "text" ? part.text : `[the data block "${labels.get(part.path)}"]`))
    .join("");
  const data = [
    ...Object.entries(params).map(([name, value]) => ({ label: `param ${name}`, source: "the document", text: value })),
    ...previous.map((result) => ({
      label: `earlier result of ${result.name} (${result.path})`,
      source: `skill ${result.name}`,
      text: result.text,
    })),
    ...results.map(({ label, name, text: result }) => ({ label, source: `skill ${name}`, text: result })),
  ];
  return { text, data };
}

/** `{name}` in instructions becomes the name of the param's block; other words in braces are the author's own. */
function withReferences(instructions: string, params: Readonly<Record<string, string>>): string {
  let text = "";
  let from = 0;
  for (const reference of findReferences(instructions)) {
    if (reference.kind !== "name" || !Object.hasOwn(params, reference.name)) continue;
    text += `${instructions.slice(from, reference.start)}the data block "param ${reference.name}"`;
    from = reference.end;
  }
  return text + instructions.slice(from);
}

import type { DataBlock, PromptParts } from "../agent/step-prompt.ts";
import { findReferences } from "../text/references.ts";
import type { PreviousResult } from "./handler.ts";
import type { Scope } from "./node-result.ts";

/** What a prompt is made of, beside the instructions: never mixed with them (language.md 7.3). */
export interface PromptMaterial {
  readonly scope: Scope;
  readonly params: Readonly<Record<string, string>>;
  /** Of the run: shown where the text refers to them, unless the skill has its own of that name. */
  readonly runParams: Readonly<Record<string, string>>;
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
  const { text, data, refer } = partsOf(material);
  const how = refer(instructions);
  const lines = [
    `You carry out the skill ${name}.${description === "" ? "" : ` What it is for: ${description}`}`,
    how === "" ? "" : `How:\n${how}`,
    text.trim() === "" ? "" : `What to work on:\n${text.trim()}`,
    asked,
  ];
  return { instructions: lines.filter((line) => line !== "").join("\n\n"), data: data() };
}

/** The prompt of an `<agent>` or `<session>`: its own text, with its children's results as data. */
export function directivePrompt(material: PromptMaterial): PromptParts {
  const { text, data } = partsOf(material);
  return { instructions: text.trim(), data: data() };
}

interface Parts {
  /** The scope's literal text, with the names of blocks in the place of results and references. */
  readonly text: string;
  /** The same for another text that people wrote. */
  refer(instructions: string): string;
  /** All blocks that are needed, once every text has been referred from. */
  data(): readonly DataBlock[];
}

function partsOf({ scope, params, runParams, previous }: PromptMaterial): Parts {
  const values = { ...runParams, ...params };
  const referred = new Set(Object.keys(params));
  const refer = (text: string) => withReferences(text, values, referred);
  const results = scope.parts.flatMap((part) =>
    part.kind === "result" ? [{ ...part, label: `result of ${part.name} (${part.path})` }] : [],
  );
  const labels = new Map(results.map(({ path, label }) => [path, label]));
  const text = scope.parts
    .map((part) => (part.kind === "text" ? refer(part.text) : `[the data block "${labels.get(part.path)}"]`))
    .join("");
  const data = () => [
    ...[...referred].map((name) => ({ label: `param ${name}`, source: "the document", text: values[name] ?? "" })),
    ...previous.map((result) => ({
      label: `earlier result of ${result.name} (${result.path})`,
      source: `skill ${result.name}`,
      text: result.text,
    })),
    ...results.map(({ label, name, text: result }) => ({ label, source: `skill ${name}`, text: result })),
  ];
  return { text, refer, data };
}

/** `{name}` becomes the name of the param's block; other words in braces are the author's own. */
function withReferences(instructions: string, params: Readonly<Record<string, string>>, referred: Set<string>): string {
  let text = "";
  let from = 0;
  for (const reference of findReferences(instructions)) {
    if (reference.kind !== "name" || !Object.hasOwn(params, reference.name)) continue;
    referred.add(reference.name);
    text += `${instructions.slice(from, reference.start)}the data block "param ${reference.name}"`;
    from = reference.end;
  }
  return text + instructions.slice(from);
}

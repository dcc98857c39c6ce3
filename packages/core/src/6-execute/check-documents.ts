import { suppressionsOf } from "../1-parse/suppressions.ts";
import { attribute, type Document } from "../ast/nodes.ts";
import { placeOfTag } from "../ast/place-of.ts";
import { type CheckOptions, type CheckResult, type CheckSource, check } from "../check.ts";
import { type Diagnostic, inSourceOrder } from "../diagnostics/diagnostic.ts";
import { suppress } from "../diagnostics/suppress.ts";
import { diagramSuppressions } from "../diagram/diagram-suppressions.ts";
import type { Place } from "../text/source-file.ts";
import { compileElement, compileMermaidFile, isMermaidFile } from "./document-diagrams.ts";
import { repeatedPlanIds } from "./plan-names.ts";

export interface CheckDocumentsOptions extends CheckOptions {
  /** What was found before the texts were parsed, as in the front matter of a skill; suppressed like the rest. */
  readonly found?: readonly Diagnostic[];
}

/**
 * `check`, and the diagrams that belong to AML elements or are files of their own; mermaid in other prose is left alone
 * (diagram.md). Suppressed warnings are taken out (language.md 8). The diagnostics of `aml check`; `documents` holds no
 * mermaid file.
 */
export function checkDocuments(sources: readonly CheckSource[], options: CheckDocumentsOptions = {}): CheckResult {
  const texts = sources.filter(({ file }) => !isMermaidFile(file));
  const checked = check(texts, options);
  const { documents, resolutions } = checked;
  const diagrams = [
    ...sources.filter(({ file }) => isMermaidFile(file)).map(compileMermaidFile),
    ...documents.flatMap((document) =>
      document.elements.flatMap((element) => compileElement(document, element, resolutions) ?? []),
    ),
  ];
  const found = [
    ...(options.found ?? []),
    ...checked.diagnostics,
    ...diagrams.flatMap(({ diagnostics }) => diagnostics),
    ...documents.flatMap((document) => repeatedPlanIds(chosenIds(document))),
  ];
  const isChecked = (code: string) => (options.resolve === false ? textualCode : checkedCode).test(code);
  const suppressions = [
    ...documents.flatMap(suppressionsOf),
    ...diagrams.flatMap(({ diagram }) => (diagram === null ? [] : diagramSuppressions(diagram))),
  ];
  const { kept, remarks } = suppress(suppressions, found, isChecked);
  return { ...checked, diagnostics: inSourceOrder([...kept, ...remarks]) };
}

/** The plan ids that a document chooses for what it runs. */
function chosenIds(document: Document): { readonly id: string; readonly at: Place }[] {
  return document.elements.flatMap((element) => {
    const id = element.kind === "invocation" ? attribute(element, "design-id") : undefined;
    return id === undefined ? [] : [{ id, at: placeOfTag(document, element) }];
  });
}

/** What is reported before anything is resolved, and what is reported without a run. */
const textualCode = /^AML[123]/;
const checkedCode = /^AML(?!51|6)/;

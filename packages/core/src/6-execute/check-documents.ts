import { suppressionsOf } from "../1-parse/suppressions.ts";
import { builtInPackage } from "../3-register/built-in.ts";
import { effectiveTools } from "../5-authorise/effective-tools.ts";
import { everyTool } from "../5-authorise/tool-set.ts";
import type { Document, Element } from "../ast/nodes.ts";
import { type CheckOptions, type CheckResult, type CheckSource, check } from "../check.ts";
import { type Diagnostic, inSourceOrder } from "../diagnostics/diagnostic.ts";
import { suppress } from "../diagnostics/suppress.ts";
import { diagramOfImplementation, diagramOfMermaidFile, diagramOfSkill } from "../diagram/find-diagram.ts";
import { stepsOf } from "../diagram/steps-of.ts";
import { type CompiledDiagram, compileDiagram, type DiagramText } from "./compile-diagram.ts";

const mermaidFile = /\.(mmd|mermaid)$/i;

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
  const texts = sources.filter(({ file }) => !mermaidFile.test(file));
  const checked = check(texts, options);
  const { documents, resolutions } = checked;
  const diagrams = [
    ...sources.filter(({ file }) => mermaidFile.test(file)).map(compileMermaidFile),
    ...documents.flatMap((document) =>
      document.elements.flatMap((element) => compileElement(document, element, resolutions) ?? []),
    ),
  ];
  const found = [
    ...(options.found ?? []),
    ...checked.diagnostics,
    ...diagrams.flatMap(({ diagnostics }) => diagnostics),
  ];
  const isChecked = (code: string) => (options.resolve === false ? textualCode : checkedCode).test(code);
  const { kept, remarks } = suppress(documents.flatMap(suppressionsOf), found, isChecked);
  return { ...checked, diagnostics: inSourceOrder([...kept, ...remarks]) };
}

/** What is reported before anything is resolved, and what is reported without a run. */
const textualCode = /^AML[123]/;
const checkedCode = /^AML(?!51|6)/;

/** The diagram of a file that holds nothing else (diagram.md 1). */
export function compileMermaidFile(source: CheckSource): CompiledDiagram {
  return compile({ ...diagramOfMermaidFile(source), steps: [], mode: "advanced" }, everyTool);
}

/** The diagram of a definition, or of an invocation that the runtime itself drives; undefined where there is none. */
export function compileElement(
  document: Document,
  element: Element,
  resolutions: CheckResult["resolutions"],
): CompiledDiagram | undefined {
  if (element.malformed) return undefined;
  if (element.kind === "implementation") {
    const found = diagramOfImplementation(document, element);
    if (found.diagram === null && found.diagnostics.length === 0) return undefined;
    return compile({ ...found, steps: stepsOf(document, element), mode: "advanced" }, everyTool);
  }
  const implementation = resolutions.get(element)?.implementation;
  if (implementation?.package.layer !== builtInPackage.layer) return undefined;
  const mode = implementation.name === "dde-simple" ? "simple" : "advanced";
  const text: DiagramText = { ...diagramOfSkill(document, element), steps: stepsOf(document, element), mode };
  return compile(text, effectiveTools(document, element, { resolutions }));
}

function compile(text: DiagramText, tools: typeof everyTool): CompiledDiagram {
  return compileDiagram(text, "check", tools);
}

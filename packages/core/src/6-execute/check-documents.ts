import { builtInPackage } from "../3-register/built-in.ts";
import { effectiveTools } from "../5-authorise/effective-tools.ts";
import { everyTool } from "../5-authorise/tool-set.ts";
import type { Document, Element } from "../ast/nodes.ts";
import { type CheckOptions, type CheckResult, type CheckSource, check } from "../check.ts";
import { type Diagnostic, inSourceOrder } from "../diagnostics/diagnostic.ts";
import { diagramOfImplementation, diagramOfMermaidFile, diagramOfSkill } from "../diagram/find-diagram.ts";
import { stepsOf } from "../diagram/steps-of.ts";
import { compileDiagram, type DiagramText } from "./compile-diagram.ts";

const mermaidFile = /\.(mmd|mermaid)$/i;

/**
 * `check`, and the diagrams that belong to AML elements or are files of their own; mermaid in other prose is left alone
 * (diagram.md). The diagnostics of `aml check`.
 */
export function checkDocuments(
  sources: readonly CheckSource[],
  options: CheckOptions = {},
): Omit<CheckResult, "resolutions"> {
  const texts = sources.filter(({ file }) => !mermaidFile.test(file));
  const { documents, registry, resolutions, diagnostics } = check(texts, options);
  const ofFiles = sources
    .filter(({ file }) => mermaidFile.test(file))
    .flatMap((source) => diagnosticsOf({ ...diagramOfMermaidFile(source), steps: [], mode: "advanced" }, everyTool));
  const ofElements = documents.flatMap((document) =>
    document.elements.flatMap((element) => checkElement(document, element, resolutions)),
  );
  return { documents, registry, diagnostics: inSourceOrder([...diagnostics, ...ofFiles, ...ofElements]) };
}

function checkElement(
  document: Document,
  element: Element,
  resolutions: CheckResult["resolutions"],
): readonly Diagnostic[] {
  if (element.malformed) return [];
  if (element.kind === "implementation") {
    const found = diagramOfImplementation(document, element);
    return found.diagram === null
      ? found.diagnostics
      : diagnosticsOf({ ...found, steps: stepsOf(document, element), mode: "advanced" }, everyTool);
  }
  const implementation = resolutions.get(element)?.implementation;
  if (implementation?.package.layer !== builtInPackage.layer) return [];
  const mode = implementation.name === "dde-simple" ? "simple" : "advanced";
  const text: DiagramText = { ...diagramOfSkill(document, element), steps: stepsOf(document, element), mode };
  return diagnosticsOf(text, effectiveTools(document, element, { resolutions }));
}

function diagnosticsOf(text: DiagramText, tools: typeof everyTool): readonly Diagnostic[] {
  return compileDiagram(text, "check", tools).diagnostics;
}

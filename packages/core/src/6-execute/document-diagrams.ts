import { builtInPackage } from "../3-register/built-in.ts";
import type { Resolutions } from "../4-resolve/resolution.ts";
import { effectiveTools } from "../5-authorise/effective-tools.ts";
import { everyTool } from "../5-authorise/tool-set.ts";
import { attribute, type Document, type Element, isElement } from "../ast/nodes.ts";
import { placeOfTag } from "../ast/place-of.ts";
import { textOf } from "../ast/text-of.ts";
import { diagramLeftOut } from "../diagnostics/catalogue.generated.ts";
import {
  diagramOfImplementation,
  diagramOfMarkdown,
  diagramOfMermaidFile,
  diagramOfSkill,
} from "../diagram/find-diagram.ts";
import { stepsOf } from "../diagram/steps-of.ts";
import type { Source } from "../text/source-file.ts";
import { type CompiledDiagram, compileDiagram, type DiagramText } from "./compile-diagram.ts";

/** Whether a file holds a diagram and nothing else, by its name (diagram.md 1). */
export function isMermaidFile(file: string): boolean {
  return /\.(mmd|mermaid)$/i.test(file);
}

/** The diagram of a file that holds nothing else (diagram.md 1). */
export function compileMermaidFile(source: Source): CompiledDiagram {
  return compile({ ...diagramOfMermaidFile(source), steps: [], mode: "advanced" }, everyTool);
}

/** The diagram that a Markdown file without AML runs (diagram.md 1). */
export function compileMarkdownFile(source: Source): CompiledDiagram {
  return compile({ ...diagramOfMarkdown(source), steps: [], mode: "advanced" }, everyTool);
}

/** The diagram of a definition, or of an invocation that the runtime itself drives; undefined where there is none. */
export function compileElement(
  document: Document,
  element: Element,
  resolutions: Resolutions,
): CompiledDiagram | undefined {
  if (element.malformed) return undefined;
  if (element.kind === "implementation") {
    const found = diagramOfImplementation(document, element);
    if (found.diagram === null && found.diagnostics.length === 0) return undefined;
    const text: DiagramText = { ...found, steps: stepsOf(document, element), mode: "advanced" };
    const references = element.children.filter(isElement).filter(({ kind }) => kind === "reference");
    return compile(
      text,
      everyTool,
      references.map(designIdOf).find((id) => id !== undefined),
    );
  }
  const implementation = resolutions.get(element)?.implementation;
  if (implementation?.package.layer !== builtInPackage.layer) return undefined;
  if (isLeftOut(document, element)) {
    const at = placeOfTag(document, element);
    const hint = diagramLeftOut({ at, implementation: implementation.name });
    return { diagram: null, plan: null, placeOf: () => undefined, diagnostics: [hint] };
  }
  const mode = implementation.name === "dde-simple" ? "simple" : "advanced";
  const text: DiagramText = { ...diagramOfSkill(document, element), steps: stepsOf(document, element), mode };
  return compile(text, effectiveTools(document, element, { resolutions }), designIdOf(element));
}

/** A template's comment stands for the diagram. */
function isLeftOut(document: Document, { children }: Element): boolean {
  const hasComment = children.some(({ kind }) => kind === "comment");
  return hasComment && children.every((child) => !isElement(child) && textOf(document, child).trim() === "");
}

function compile(text: DiagramText, tools: typeof everyTool, id = "check"): CompiledDiagram {
  return compileDiagram(text, id, tools);
}

function designIdOf(element: Element): string | undefined {
  return attribute(element, "design-id");
}

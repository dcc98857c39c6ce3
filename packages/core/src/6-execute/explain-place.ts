import { explainResolution, type ResolutionExplanation } from "../4-resolve/explain.ts";
import { explainTools, type Narrowing } from "../5-authorise/explain-tools.ts";
import { everyTool, type ToolSet } from "../5-authorise/tool-set.ts";
import { type Document, type Element, isElement } from "../ast/nodes.ts";
import type { CheckResult } from "../check.ts";
import type { Source } from "../text/source-file.ts";
import type { CompiledDiagram } from "./compile-diagram.ts";
import { compileElement, compileMarkdownFile, compileMermaidFile, isMermaidFile } from "./document-diagrams.ts";
import { explainStep, type StepExplanation, stepAt } from "./explain-step.ts";

/** What holds at a place of a document (language.md 8). */
export interface PlaceExplanation {
  readonly document: Document | null;
  /** The innermost element there; null for text outside every element. */
  readonly element: Element | null;
  /** Its place in the document's tree (`0.2.1`); null without an element. */
  readonly path: string | null;
  readonly resolution: ResolutionExplanation | null;
  /** The tags that narrow the tools there, outermost first. */
  readonly narrowings: readonly Narrowing[];
  /** The effective constraint, a step's own narrowing included. */
  readonly tools: ToolSet;
  /** The step of a diagram there. */
  readonly step: StepExplanation | null;
}

/** Where to look: the offsets of a line, or one offset and the one after it. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/**
 * The element at a place, how it was resolved, its tools and who narrowed them, and for a step its place in the plan. For a
 * whole line that is the first element which begins on it, else what its first character stands in.
 */
export function explainPlace(source: Source, at: Stretch, checked: CheckResult): PlaceExplanation {
  const { registry, resolutions, defaults, agents } = checked;
  const document = checked.documents.find((candidate) => candidate.source.file === source.file) ?? null;
  const element = document && elementAt(document, source.text, at);
  const narrowings = document && element ? explainTools(document, element, { resolutions, agents }) : [];
  const step = stepOf(source, at, checked, document, element);
  return {
    document,
    element,
    path: document && element && pathOf(document, element),
    resolution: document && element && explainResolution(document, element, registry, defaults),
    narrowings,
    tools: step?.node.tools ?? narrowings.at(-1)?.tools ?? everyTool,
    step,
  };
}

function elementAt({ elements }: Document, text: string, { start, end }: Stretch): Element | null {
  const isLine = end - start > 1;
  const starting = isLine ? elements.find((element) => element.start >= start && element.start < end) : undefined;
  const indent = isLine ? text.slice(start, end).search(/\S/) : 0;
  const offset = start + Math.max(0, indent);
  // In pre-order the last one that holds a place is the innermost.
  const holding = elements.findLast((element) => element.start <= offset && offset < element.end);
  return starting ?? holding ?? null;
}

function stepOf(
  source: Source,
  at: Stretch,
  { resolutions }: CheckResult,
  document: Document | null,
  element: Element | null,
): StepExplanation | null {
  const compiled = diagramAround(source, document, element, resolutions);
  const step = compiled && stepAt(compiled, at, element);
  return compiled?.plan && step ? explainStep(compiled.plan, step) : null;
}

/** The diagram that a place belongs to: of the innermost element around it that has one, else of the whole file. */
function diagramAround(
  source: Source,
  document: Document | null,
  element: Element | null,
  resolutions: CheckResult["resolutions"],
): CompiledDiagram | null {
  if (document === null) return isMermaidFile(source.file) ? compileMermaidFile(source) : null;
  for (let around = element; around !== null; around = around.parent) {
    const compiled = compileElement(document, around, resolutions);
    if (compiled !== undefined) return compiled;
  }
  return document.elements.length === 0 ? compileMarkdownFile(source) : null;
}

function pathOf({ children }: Document, element: Element): string {
  const places: number[] = [];
  for (let current: Element | null = element; current !== null; current = current.parent)
    places.push((current.parent?.children ?? children).filter(isElement).indexOf(current));
  return places.reverse().join(".");
}

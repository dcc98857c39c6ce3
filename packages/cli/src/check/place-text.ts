import {
  type Diagnostic,
  type Document,
  type Element,
  type Narrowing,
  type Neighbour,
  type PlaceExplanation,
  positionAt,
  printableLine,
  type SourceFile,
  type StepExplanation,
  type ToolSet,
  toolLists,
} from "@agent-markup/core";
import type { Output } from "../terminal/output.ts";
import { resolutionLines } from "./resolution-text.ts";

export interface WrittenPlace {
  readonly file: string;
  readonly line: number;
  /** Null for the whole line. */
  readonly column: number | null;
}

export interface ToldPlace {
  readonly place: WrittenPlace;
  readonly source: SourceFile;
  readonly explained: PlaceExplanation;
  /** Those that touch the line. */
  readonly diagnostics: readonly Diagnostic[];
}

/** What holds at a place, for a person. */
export function placeText({ explained, diagnostics, ...told }: ToldPlace, colors: Output["colors"]): string {
  const { resolution, step } = explained;
  const blocks = [
    elementLines(told, explained),
    ...(resolution === null ? [] : [resolutionLines(resolution)]),
    ...(step === null ? [] : [stepLines(step)]),
    toolLines(explained),
    diagnostics.map(({ severity, code, message }) => `${severity}[${code}]: ${printableLine(message, 200)}`),
  ];
  const bold = ([first = "", ...rest]: readonly string[]) => [colors.bold(first), ...rest].join("\n");
  return blocks
    .filter((lines) => lines.length > 0)
    .map(bold)
    .join("\n\n");
}

function elementLines({ place, source }: Omit<ToldPlace, "explained" | "diagnostics">, explained: PlaceExplanation) {
  const { document, element, path } = explained;
  if (document === null || element === null) {
    const what = explained.step === null ? "text outside every element" : "in a diagram";
    return [`${printableLine(source.file, 200)}:${place.line}: ${what}`];
  }
  const around: string[] = [];
  for (let outer = element.parent; outer !== null; outer = outer.parent)
    around.push(`  inside ${tagOf(document, outer)} (line ${lineOf(document, outer)})`);
  return [`${placeOf(document, element)}: ${tagOf(document, element)}`, `  ${element.kind} at ${path}`, ...around];
}

function stepLines({ mode, node, copies, position, steps, after, before }: StepExplanation): string[] {
  const place =
    position === null ? "not reached when every gate takes its first label" : `${position} of ${steps} in order`;
  const label = node.label === node.origin ? "" : ` ${printableLine(node.label, 60)}`;
  return [
    `Step ${printableLine(node.origin, 60)}${label}: ${place}, ${mode} plan`,
    `  type    ${node.type}`,
    ...(copies === 1 ? [] : [`  copies  ${copies}`]),
    `  after   ${neighbours(after, "nothing: it starts the plan")}`,
    `  before  ${neighbours(before, "nothing: it ends the plan")}`,
  ];
}

function neighbours(list: readonly Neighbour[], none: string): string {
  const named = list.map(({ step, label }) => `${step ?? "the end"}${label === null ? "" : ` (${label})`}`);
  return named.length === 0 ? none : printableLine(named.join(", "), 200);
}

function toolLines({ narrowings, tools, step }: PlaceExplanation): string[] {
  const lines = narrowings.map(({ owner, tools: left }) => `  ${narrowerText(owner)} leaves ${toolsText(left)}`);
  const last = narrowings.at(-1)?.tools;
  const isNarrowedByStep = step !== null && toolsText(tools) !== (last === undefined ? everything : toolsText(last));
  return [`Tools: ${toolsText(tools)}`, ...lines, ...(isNarrowedByStep ? ["  the step's own `tools`"] : [])];
}

function narrowerText(owner: Narrowing["owner"]): string {
  if ("element" in owner) return `${placeOf(owner.document, owner.element)}: ${tagOf(owner.document, owner.element)}`;
  return `${printableLine(owner.file, 200)}: \`${owner.what}\``;
}

const everything = "every tool";

function toolsText(tools: ToolSet): string {
  const { allowed, denied } = toolLists(tools);
  if (allowed !== null) return allowed.length === 0 ? "no tool" : printableLine(allowed.join(", "), 200);
  return denied.length === 0 ? everything : `${everything} but ${printableLine(denied.join(", "), 200)}`;
}

function tagOf({ source }: Document, element: Element): string {
  const end = element.selfClosing ? element.end : element.bodyStart;
  return element.index === -1 ? "the whole file" : printableLine(source.text.slice(element.start, end), 100);
}

function placeOf(document: Document, element: Element): string {
  const { line, column } = positionAt(document.source, element.start);
  return `${printableLine(document.source.file, 200)}:${line}:${column}`;
}

function lineOf({ source }: Document, { start }: Element): number {
  return positionAt(source, start).line;
}

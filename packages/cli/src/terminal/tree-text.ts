import {
  type EdgeState,
  endWords,
  labelLine,
  type PlanDefinition,
  type PlanEdge,
  planTree,
  printable,
  type StepStatus,
  type TreeRow,
} from "@agent-markup/core";
import { cellsOf, fitted } from "./cells.ts";
import type { Output } from "./output.ts";
import { paintStatus } from "./step-status.ts";

/** What is said of a step. */
export interface StepNote {
  readonly mark: string;
  readonly remark: string;
  readonly status?: StepStatus;
}

export interface TreeTextInput {
  readonly plan: PlanDefinition;
  readonly noteOf: (step: number) => StepNote;
  /** Of an edge by its index; undefined where nothing has run. */
  readonly edgeState?: (edge: number) => EdgeState | undefined;
  readonly indent: string;
  readonly output: Output;
}

const widestId = 24;
const narrowest = { label: 12, after: 16 };

/** A plan as a tree, a line for each step and each label that parts ways, cut to the terminal. */
export function treeText(input: TreeTextInput): readonly string[] {
  const rows = planTree(input.plan);
  const idWidths = new Map<number, number>();
  for (const row of rows) {
    if (row.kind === "edge") continue;
    const width = Math.min(widestId, cellsOf(idAt(input.plan, row.step)));
    idWidths.set(row.rails.length, Math.max(idWidths.get(row.rails.length) ?? 0, width));
  }
  return rows.map((row) =>
    row.kind === "edge" ? edgeLine(row, input) : stepLine(row, idWidths.get(row.rails.length) ?? 0, input),
  );
}

function stepLine(
  { rails, step, after }: Extract<TreeRow, { kind: "step" }>,
  idWidth: number,
  { plan, noteOf, indent, output: { colors, resultWidth } }: TreeTextInput,
): string {
  const { mark, remark, status } = noteOf(step);
  const node = plan.nodes[step];
  const id = fitted(idAt(plan, step), Math.max(widestId, idWidth));
  const room = resultWidth - cellsOf(`${indent}${rails}${mark} `) - Math.max(idWidth, cellsOf(id)) - 2;
  const label = node === undefined || node.label === node.id ? "" : labelLine(node.label);
  const shown = fitted(label, Math.max(narrowest.label, room - cellsOf(remark) - 2));
  const said = fitted(remark, Math.max(narrowest.label, room - cellsOf(shown) - 2));
  const left = room - cellsOf(shown) - cellsOf(said) - 4;
  const sources = left < narrowest.after || after.length === 0 ? "" : fitted(afterText(plan, after), left);
  const paint = (text: string) => (status === undefined ? colors.dim(text) : paintStatus(text, status, colors));
  const parts = [
    id + (shown + said + sources === "" ? "" : " ".repeat(Math.max(0, idWidth - cellsOf(id)))),
    shown,
    said === "" ? "" : paint(said),
    sources === "" ? "" : colors.dim(sources),
  ];
  const marked = status === undefined ? mark : paint(mark);
  return `${indent}${colors.dim(rails)}${marked} ${parts.filter((part) => part !== "").join("  ")}`;
}

function edgeLine({ rails, edge, leadsOn }: Extract<TreeRow, { kind: "edge" }>, input: TreeTextInput): string {
  const { plan, edgeState, indent, output } = input;
  const { colors, resultWidth } = output;
  const state = edgeState?.(edge.index);
  const target = edge.to === null ? endWords(edge) : idAt(plan, edge.to);
  const label = edge.label === null ? "" : labelLine(edge.label);
  const text = [
    state === "live" && edge.label !== null ? "✓" : "",
    label,
    state === "dead" ? "(not taken)" : "",
    leadsOn ? "" : `→ ${target}`,
  ];
  const line = fitted(
    text.filter((part) => part !== "").join(" "),
    Math.max(20, resultWidth - rails.length - cellsOf(indent)),
  );
  const painted = state === "live" ? colors.green(line) : state === "dead" ? colors.dim(line) : line;
  return `${indent}${colors.dim(rails)}${painted}`.trimEnd();
}

function afterText(plan: PlanDefinition, after: readonly PlanEdge[]): string {
  const sources = after.map(
    ({ from, label }) => `${idAt(plan, from)}${label === null ? "" : ` (${labelLine(label)})`}`,
  );
  return `after ${sources.join(", ")}`;
}

function idAt({ nodes }: PlanDefinition, step: number): string {
  return printable(nodes[step]?.id ?? "");
}

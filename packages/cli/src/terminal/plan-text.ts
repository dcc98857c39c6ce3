import {
  asksAgent,
  codeFrame,
  type Diagnostic,
  isDiagram,
  type Mechanism,
  type PlanNode,
  type PreparedDiagram,
  type PreparedNode,
  planOrder,
  printable,
  printableLine,
  type ToolSet,
} from "@agent-markup/core";
import { type Output, paintWith } from "./output.ts";

export interface PlanTextInput {
  readonly nodes: readonly PreparedNode[];
  readonly diagnostics: readonly Diagnostic[];
  readonly texts: Readonly<Record<string, string>>;
  readonly output: Output;
}

/** What would run, for a person: diagnostics, the tree with its constraints, and each plan in the order it would run. */
export function planText({ nodes, diagnostics, texts, output }: PlanTextInput): string {
  const paint = paintWith(output.colors);
  const frames = diagnostics.map((diagnostic) => codeFrame(diagnostic, texts[diagnostic.file], paint));
  const tree = nodes.flatMap((node) => linesOf(node, 0, output));
  return [...frames, tree.join("\n")].filter((block) => block !== "").join("\n\n");
}

function linesOf(node: PreparedNode, depth: number, output: Output): string[] {
  if (node.kind === "text") return [];
  const indent = "  ".repeat(depth);
  const { bold, dim } = output.colors;
  if (node.kind === "skill") {
    const { implementation, mechanism } = node;
    const steps = isDiagram(node) ? stepLines(node, `${indent}  `, output) : [];
    const head = `${indent}${bold(printable(implementation))} ${dim(mechanismText(mechanism))}`;
    return [head, ...steps, ...node.children.flatMap((child) => linesOf(child, depth + 1, output))];
  }
  const name = node.name === "" ? "" : ` ${printable(node.name)}`;
  const tools = node.kind === "tool" ? ` ${dim(toolsText(node.tools))}` : "";
  const head = `${indent}${node.kind}${name}${tools}`;
  return [head, ...node.children.flatMap((child) => linesOf(child, depth + 1, output))];
}

function stepLines({ mechanism: { plan }, agent }: PreparedDiagram, indent: string, output: Output): string[] {
  const byId = new Map(plan.nodes.map((node) => [node.id, node]));
  const after = (step: PlanNode) =>
    plan.edges
      .filter(({ to }) => to === step.index)
      .map(({ from, label }) => `${plan.nodes[from]?.id ?? ""}${label === null ? "" : ` (${label})`}`);
  return planOrder(plan).flatMap((id, place) => {
    const step = byId.get(id);
    if (step === undefined) return [];
    const by = asksAgent(step) ? `agent ${agent?.name ?? "?"}` : (step.block?.tool ?? "");
    const waits = after(step);
    const parts = [
      `${indent}${String(place + 1).padStart(2)}. ${printable(step.id)}`,
      step.label === step.id ? "" : printableLine(step.label, 60),
      output.colors.dim(`[${[step.type, by].filter((part) => part !== "").join(": ")}]`),
      waits.length === 0 ? "" : output.colors.dim(`after ${printableLine(waits.join(", "), 60)}`),
    ];
    return [parts.filter((part) => part !== "").join("  ")];
  });
}

function mechanismText(mechanism: Mechanism): string {
  switch (mechanism.type) {
    case "diagram":
      return `${mechanism.plan.mode} plan, ${mechanism.plan.nodes.length} steps`;
    case "tool":
      return `tool ${mechanism.tool}`;
    case "unresolved":
      return mechanism.message;
    default:
      return mechanism.type;
  }
}

function toolsText({ allowed, denied }: ToolSet): string {
  const parts = [
    allowed === null ? "" : `allowed: ${[...allowed].sort().join(", ") || "no tool"}`,
    denied.size === 0 ? "" : `denied: ${[...denied].sort().join(", ")}`,
  ];
  return parts.filter((part) => part !== "").join("; ");
}

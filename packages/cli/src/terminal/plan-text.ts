import {
  asksAgent,
  codeFrame,
  type Diagnostic,
  isDiagram,
  type Mechanism,
  type PreparedDiagram,
  type PreparedNode,
  planOrder,
  printable,
  printableLine,
  type ToolSet,
} from "@agent-markup/core";
import { type Output, paintWith } from "./output.ts";
import { treeText } from "./tree-text.ts";

export interface PlanTextInput {
  readonly nodes: readonly PreparedNode[];
  readonly diagnostics: readonly Diagnostic[];
  readonly texts: Readonly<Record<string, string>>;
  readonly output: Output;
}

/** What would run, for a person: diagnostics, the tree with its constraints, and each plan in the order it would run. */
export function planText({ nodes, diagnostics, texts, output }: PlanTextInput): string {
  const tree = nodes.flatMap((node) => linesOf(node, 0, output));
  const frames = framesText(diagnostics, texts, output.colors);
  return [frames, tree.join("\n")].filter((block) => block !== "").join("\n\n");
}

/** What is wrong, each with the lines of the document that it is about. */
export function framesText(
  diagnostics: readonly Diagnostic[],
  texts: Readonly<Record<string, string>>,
  colors: Output["colors"],
): string {
  const paint = paintWith(colors);
  return diagnostics.map((diagnostic) => codeFrame(diagnostic, texts[diagnostic.file], paint)).join("\n\n");
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
  const described = node.kind === "agent" ? node.agent?.described : undefined;
  const from = described === undefined ? "" : ` ${dim(`described by ${printableLine(described.file, 120)}`)}`;
  const narrows = node.kind === "tool" || (described !== undefined && node.tools.allowed !== null);
  const tools = narrows ? ` ${dim(toolsText(node.tools))}` : "";
  const head = `${indent}${node.kind}${name}${from}${tools}`;
  return [head, ...node.children.flatMap((child) => linesOf(child, depth + 1, output))];
}

/** Each step with its place in the order it would run in when every gate takes its first label, if it has one. */
function stepLines({ mechanism: { plan }, agent }: PreparedDiagram, indent: string, output: Output): readonly string[] {
  const places = new Map(planOrder(plan).map((id, place) => [id, `${place + 1}.`]));
  const width = Math.max(2, `${places.size}.`.length);
  return treeText({
    plan,
    indent,
    output,
    noteOf: (index) => {
      const step = plan.nodes[index];
      if (step === undefined) return { mark: "", remark: "" };
      const by = asksAgent(step) ? `agent ${agent?.name ?? "?"}` : (step.block?.tool ?? "");
      const remark = `[${[step.type, by].filter((part) => part !== "").join(": ")}]`;
      return { mark: (places.get(step.id) ?? "").padStart(width), remark };
    },
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

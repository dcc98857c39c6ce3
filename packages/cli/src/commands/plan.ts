import { join } from "node:path";
import {
  type AgentScope,
  asksAgent,
  builtInTools,
  capabilitiesOfTool,
  type Diagnostic,
  diagramsOf,
  hasErrors,
  mcpTools,
  type PlanNode,
  type PreparedDiagram,
  type PreparedNode,
  planOrder,
  positionAt,
  prepare,
  readParams,
  toolLists,
} from "@agent-markup/core";
import { usableAgents } from "../agents/usable-agents.ts";
import { runSource } from "../check/packaged-sources.ts";
import { type ExitCode, exitCode } from "../exit.ts";
import { type DrawingFormat, type DrawingRequest, drawPlans, isDrawing } from "../plan-drawing.ts";
import { findProject } from "../project.ts";
import { statedPolicy } from "../stated-policy.ts";
import type { Output } from "../terminal/output.ts";
import { framesText, planText } from "../terminal/plan-text.ts";
import { readDocument } from "../terminal/read-document.ts";

export interface PlanFlags {
  readonly format: "text" | "json" | DrawingFormat;
  readonly plan?: string;
}

/** `aml plan FILE`: what would run, as a trusted run with a permission policy would. Starts nothing and writes nothing. */
export async function plan(file: string, flags: PlanFlags, output: Output): Promise<ExitCode> {
  const text = readDocument(file);
  const project = findProject(process.cwd());
  const { configuration, root } = project;
  const policy = statedPolicy({ project, rulesFile: undefined, permissions: "rules" }, output);
  const source = await runSource(file, text, project);
  const { nodes, diagnostics } = prepare(source, {
    run: "plan",
    trust: "trusted",
    hasPolicy: true,
    agents: Object.keys(configuration.agents),
    otherAgents: (await usableAgents(project, { trust: "trusted", chosen: null, recording: null })).others,
    defaultAgent: configuration.defaultAgent,
    tools: builtInTools(),
    toolProviders: [mcpTools({ file: join(root, ".mcp.json"), capabilities: policy.mcpCapabilities })],
    handlers: new Set(Object.keys(configuration.handlers)),
    declared: await readParams({ file, text }),
    granted: new Set(),
    hasDatabase: configuration.database !== null,
    limits: policy.limits,
  });
  const planned = { file, text, nodes, diagnostics };
  const { format } = flags;
  if (isDrawing(format, flags.plan)) await draw(planned, { format, chosen: flags.plan }, output);
  else if (format === "json") output.result(jsonOf(planned));
  else output.result(planText({ nodes, diagnostics, texts: { [file]: text }, output }));
  return hasErrors(diagnostics) ? exitCode.failed : exitCode.done;
}

interface Planned {
  readonly file: string;
  readonly text: string;
  readonly nodes: readonly PreparedNode[];
  readonly diagnostics: readonly Diagnostic[];
}

/** A drawing has no place for what is wrong, which goes to stderr then; a document without any plan may be wrong only. */
async function draw(
  { file, text, nodes, diagnostics }: Planned,
  wanted: Pick<DrawingRequest, "format" | "chosen">,
  output: Output,
): Promise<void> {
  const plans = diagramsOf(nodes).map(({ mechanism }) => ({ definition: mechanism.plan }));
  const isWrong = hasErrors(diagnostics);
  if (isWrong) output.progress(framesText(diagnostics, { [file]: text }, output.progressColors));
  if (isWrong && plans.length === 0) return;
  output.result(await drawPlans(plans, { ...wanted, subject: file, heading: file }));
}

function jsonOf({ file, nodes, diagnostics }: Planned): string {
  const plans = diagramsOf(nodes).map(planOf);
  return JSON.stringify({ version: 1, file, diagnostics, tree: nodes.flatMap(treeOf), plans });
}

function treeOf(node: PreparedNode): object[] {
  if (node.kind === "text") return [];
  const { path, name, at, tools, agent, session } = node;
  const place = { file: at.source.file, start: positionAt(at.source, at.start), end: positionAt(at.source, at.end) };
  const described = node.kind === "agent" ? describedAs(agent) : {};
  const scope = { ...(agent === null ? {} : { agent: agent.name }), ...described, session, ...place };
  const children = node.children.flatMap(treeOf);
  if (node.kind !== "skill")
    return [{ path, kind: node.kind, name, tools: toolLists(tools), capabilities: [], ...scope }, ...children];
  const { implementation, mechanism, capabilities } = node;
  const steps = mechanism.type === "diagram" ? mechanism.plan.nodes : [];
  const own = {
    path,
    kind: "invocation",
    name,
    implementation,
    ...(mechanism.type === "unresolved" ? {} : { mechanism: mechanism.type }),
    tools: toolLists(tools),
    capabilities: [...new Set([...capabilities, ...capabilitiesOf(steps)])].sort(),
    ...scope,
  };
  return [own, ...steps.map((step) => stepEntry(step, path, scope)), ...children];
}

/** Where an agent is described, and what serves it where that has another name. */
function describedAs(agent: AgentScope | null): object {
  const { described, servedBy } = agent ?? {};
  return {
    ...(described === undefined ? {} : { agentFile: described.file }),
    ...(servedBy === undefined ? {} : { servedBy }),
  };
}

function stepEntry(step: PlanNode, path: string, scope: object): object {
  const mechanism = asksAgent(step) ? { mechanism: "prompt" } : step.block === undefined ? {} : { mechanism: "tool" };
  return {
    path: `${path}/${step.id}`,
    kind: "step",
    name: step.id,
    ...mechanism,
    tools: toolLists(step.tools),
    capabilities: capabilitiesOf([step]),
    ...scope,
  };
}

/** What steps need: their tools' capabilities; a prompt may use any tool of its constraint (language.md 7.5). */
function capabilitiesOf(steps: readonly PlanNode[]): string[] {
  const tools = builtInTools();
  const needed = new Set<string>();
  for (const step of steps) {
    const used = asksAgent(step)
      ? [...(step.tools.allowed ?? ["bash"])]
      : step.block === undefined
        ? []
        : [step.block.tool];
    for (const capability of used.flatMap((name) => capabilitiesOfTool(name, tools))) needed.add(capability);
  }
  return [...needed].sort();
}

function planOf({ path, mechanism: { plan } }: PreparedDiagram): object {
  const { id, mode, hash, nodes, edges } = plan;
  return {
    id,
    path,
    mode,
    hash,
    nodes: nodes.map((node) => ({
      id: node.id,
      label: node.label,
      shape: node.shape,
      type: node.type,
      ...(node.model === undefined ? {} : { model: node.model }),
      ...(node.maxIter === undefined ? {} : { maxIter: node.maxIter }),
      tools: toolLists(node.tools),
      ...(node.group === undefined ? {} : { group: node.group }),
    })),
    edges: edges.map(({ from, to, label, kind }) => ({
      from: nodes[from]?.id,
      to: to === null ? null : nodes[to]?.id,
      label,
      kind,
    })),
    order: planOrder(plan),
  };
}

import type { GivenStep, ProcedureText } from "@agent-markup/core";
import type { McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import { addTool } from "../add-tool.ts";
import { failed, refusal, told } from "../reply.ts";
import { file, params, planId, text } from "../schemas.ts";
import type { ServerContext } from "../server-context.ts";
import { sourceOf } from "../source-of.ts";
import { standingText } from "../text/standing-text.ts";

const step = z.strictObject({
  node: z.string().min(1).max(1000).describe("Id of the node in the diagram."),
  brief: text.describe("What is to be done.").optional(),
  type: z.enum(["prompt", "tool", "subagent", "session", "manual", "gate", "loop", "pass"]).optional(),
  label: z.string().min(1).max(1000).optional(),
  tools: z.array(z.string().min(1).max(200)).max(200).describe("The only tools for this step.").optional(),
  model: z.string().min(1).max(200).optional(),
  session: z.string().min(1).max(200).optional(),
  run: text.describe("A command to run as written.").optional(),
  verify: text.describe("A command that must succeed before the step is done.").optional(),
  max_iter: z.int().min(1).max(1000).optional(),
  on_exhaust: z.enum(["continue", "checkpoint"]).optional(),
  retries: z.int().min(0).max(10).optional(),
  timeout: z.string().max(20).describe('For example "30s" or "5m".').optional(),
  idempotent: z.boolean().optional(),
});

const input = z.strictObject({
  diagram: text.describe("A mermaid flowchart or state diagram.").optional(),
  document: text.describe("An AML document with one diagram.").optional(),
  file: file.describe("A .mmd diagram or a document of the project.").optional(),
  steps: z.array(step).max(10_000).describe("What the nodes of `diagram` are to do; others do their label.").optional(),
  mode: z
    .enum(["simple", "advanced"])
    .describe("Of `diagram`. simple: at most 15 nodes, no gates, no loops. Default: advanced.")
    .optional(),
  id: planId.describe("To go on with an unfinished plan, give its id and its diagram again.").optional(),
  new: z.boolean().describe("Begin another plan under an id whose plan is over. Default: false.").optional(),
  params: params.optional(),
  max_parallel: z.int().min(1).max(64).describe("Steps in progress side by side. Default: 1.").optional(),
});

/** `plan_start`: a diagram, a document or a file becomes a plan, or an unfinished one is gone on with. */
export function addPlanStart(server: McpServer, context: ServerContext): void {
  addTool(
    server,
    context,
    {
      name: "plan_start",
      description:
        "Begin a plan from exactly one of diagram, document and file, or go on with an unfinished one of the same id. Then call plan_next.",
      input,
    },
    async (given) => {
      const problem = problemOf(given);
      if (problem !== null) return failed(problem);
      const procedure = await procedureOf(given, context.workspace);
      const started = await context.guide.start({
        ...procedure,
        maxParallel: given.max_parallel ?? 1,
        isNew: given.new ?? false,
      });
      return started.ok ? told(standingText(started.value), { ...started.value }) : refusal(started);
    },
  );
}

type Given = z.output<typeof input>;

function problemOf({ diagram, document, file: path, steps, mode }: Given): string | null {
  const count = [diagram, document, path].filter((value) => value !== undefined).length;
  if (count !== 1) return `give exactly one of "diagram", "document" and "file"; ${count} were given`;
  if (diagram === undefined && (steps !== undefined || mode !== undefined))
    return '"steps" and "mode" go with "diagram" only: a document and a file have their own';
  return null;
}

async function procedureOf(given: Given, workspace: string): Promise<ProcedureText> {
  const { diagram, document, file: path, steps = [], mode = "advanced", id = null } = given;
  const name = `${id ?? "plan"}.${diagram === undefined ? "md" : "mmd"}`;
  const source = await sourceOf({ file: path, text: diagram ?? document }, name, workspace);
  const own = diagram === undefined ? null : { steps: steps.map(givenStep), mode };
  return { source, diagram: own, params: given.params ?? {}, id };
}

function givenStep({ node, brief, tools, ...settings }: z.output<typeof step>): GivenStep {
  const written = Object.entries(settings).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as const],
  );
  const listed = tools === undefined ? [] : [["tools", tools.join(",")] as const];
  return {
    node,
    ...(brief === undefined ? {} : { brief }),
    settings: Object.fromEntries([...written, ...listed]),
  };
}

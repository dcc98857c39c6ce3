import { McpServer } from "@modelcontextprotocol/server";
import type { ServerContext } from "./server-context.ts";
import { addCheck } from "./tools/check.ts";
import { addExplain } from "./tools/explain.ts";
import { addPlanNext } from "./tools/plan-next.ts";
import { addPlanReports } from "./tools/plan-reports.ts";
import { addPlanStart } from "./tools/plan-start.ts";
import { addPlanStatus } from "./tools/plan-status.ts";
import { addRunDocument } from "./tools/run-document.ts";

const instructions = `AML keeps you on a written plan. plan_start begins one; then repeat: plan_next gives you one step, you do that step and no other, with the tools it names, and plan_complete says what it came to (plan_route at a gate, plan_fail when it cannot be done). Stop when plan_next gives no step. Questions to a person are answered by a person, with aml approve, never by you. A refused call names the rule and what is allowed instead: follow it.`;

/** The tools of `aml mcp` (diagram.md 6). None answers a checkpoint. */
export function createMcpServer(context: ServerContext): McpServer {
  const server = new McpServer(
    { name: "aml", version: context.version },
    { capabilities: { tools: {} }, instructions },
  );
  addPlanStart(server, context);
  addPlanNext(server, context);
  addPlanReports(server, context);
  addPlanStatus(server, context);
  addCheck(server, context);
  addExplain(server, context);
  addRunDocument(server, context);
  return server;
}

import type { StepReport } from "@agent-markup/core";
import type { CallToolResult, McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import { addTool } from "../add-tool.ts";
import { refusal, told } from "../reply.ts";
import { givenAttempt, output, text } from "../schemas.ts";
import type { ServerContext } from "../server-context.ts";
import { standingText } from "../text/standing-text.ts";

/** `plan_complete`, `plan_route` and `plan_fail`: what became of a step that was handed out. */
export function addPlanReports(server: McpServer, context: ServerContext): void {
  async function report(told: StepReport): Promise<CallToolResult> {
    return answer(await context.guide.report(told));
  }
  addTool(
    server,
    context,
    {
      name: "plan_complete",
      description: "Say that the step you were given is done. Not for a gate: that is plan_route.",
      input: z.strictObject({ ...givenAttempt, output: output.optional() }),
    },
    ({ output: came = "", ...given }) => report({ type: "done", ...given, output: came }),
  );
  addTool(
    server,
    context,
    {
      name: "plan_route",
      description: "Decide the gate you were given, by one of its labels. What is routed away is skipped.",
      input: z.strictObject({
        ...givenAttempt,
        label: z.string().min(1).max(1000).describe("One of the labels that plan_next gave."),
        output: output.describe("Why, for the record.").optional(),
      }),
    },
    ({ output: came = "", ...given }) => report({ type: "routed", ...given, output: came }),
  );
  addTool(
    server,
    context,
    {
      name: "plan_fail",
      description:
        "Say that the step you were given could not be done as written. It is tried again while retries are left, else a person decides.",
      input: z.strictObject({
        ...givenAttempt,
        error: z.string().min(1).max(10_000).describe("Why, in a sentence or two."),
        output: text.describe("What it came to nevertheless.").optional(),
        retryable: z.boolean().describe("False when trying again cannot help. Default: true.").optional(),
      }),
    },
    ({ output: came = "", retryable = true, ...given }) =>
      report({ type: "failed", ...given, output: came, retryable }),
  );
}

function answer(reported: Awaited<ReturnType<ServerContext["guide"]["report"]>>): CallToolResult {
  return reported.ok ? told(standingText(reported.value), { ...reported.value }) : refusal(reported);
}

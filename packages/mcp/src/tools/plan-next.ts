import type { McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import { addTool } from "../add-tool.ts";
import { refusal, told } from "../reply.ts";
import { planId } from "../schemas.ts";
import type { ServerContext } from "../server-context.ts";
import { standingText } from "../text/standing-text.ts";
import { stepText } from "../text/step-text.ts";

/** `plan_next`: hands out the next ready step, never a manual one. */
export function addPlanNext(server: McpServer, context: ServerContext): void {
  addTool(
    server,
    context,
    {
      name: "plan_next",
      description:
        "Get the next step of a plan: its brief, the data it needs and the tools it may use. It is yours until you complete, route or fail it.",
      input: z.strictObject({ plan: planId }),
    },
    async ({ plan }) => {
      const next = await context.guide.next(plan);
      if (!next.ok) return refusal(next);
      const { step, standing } = next.value;
      return told(step === null ? `No step to do now.\n${standingText(standing)}` : stepText(step), { step, standing });
    },
  );
}

import type { McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import { addTool } from "../add-tool.ts";
import { refusal, told } from "../reply.ts";
import { planId } from "../schemas.ts";
import type { ServerContext } from "../server-context.ts";
import { accountText, standingText } from "../text/standing-text.ts";
import { stepText } from "../text/step-text.ts";

/** `plan_status`: how one plan stands, step by step, or which plans are held here. */
export function addPlanStatus(server: McpServer, context: ServerContext): void {
  addTool(
    server,
    context,
    {
      name: "plan_status",
      description:
        "See how a plan stands, with the steps you were given told once more. Without a plan: the plans you hold.",
      input: z.strictObject({ plan: planId.optional() }),
      readOnly: true,
    },
    ({ plan }) => {
      if (plan === undefined) {
        const plans = context.guide.held();
        const text =
          plans.length === 0 ? "No plan is held here: plan_start begins one." : plans.map(standingText).join("\n");
        return told(text, { plans });
      }
      const status = context.guide.status(plan);
      if (!status.ok) return refusal(status);
      const account = status.value;
      return told([accountText(account), ...account.handedOut.map(stepText)].join("\n\n"), { ...account });
    },
  );
}

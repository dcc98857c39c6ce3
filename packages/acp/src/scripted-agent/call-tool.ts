import { type Asked, isAllowed } from "./ask-permission.ts";
import type { McpAnswer } from "./mcp-client.ts";
import { textBlock } from "./messages.ts";
import { type Scene, toolFields, update } from "./scene.ts";
import { type ScriptedTool, type Step, usualOptions } from "./script.ts";

type Call = Extract<Step, { do: "mcp_call" }>;

/** As agents do it: the call is announced, asked for if the script says so, made, and its outcome told. */
export async function callTool(step: Call, scene: Scene): Promise<McpAnswer> {
  const { id, server, tool, input } = step;
  const call = { id, title: `${server}/${tool}`, kind: "other", tool: `mcp/${server}/${tool}`, input };
  await update(scene, { sessionUpdate: "tool_call", ...toolFields(call), status: "pending" });
  const isRefused = step.asks && !(await isAllowed(asking(call), scene));
  const answer = isRefused ? { text: "I was not allowed to.", isError: true } : await called(step, scene);
  await update(scene, {
    sessionUpdate: "tool_call_update",
    toolCallId: id,
    status: answer.isError ? "failed" : "completed",
    content: [{ type: "content", content: textBlock(answer.text) }],
  });
  return answer;
}

async function called({ server, tool, input }: Call, { servers }: Scene): Promise<McpAnswer> {
  try {
    return await servers.get(server).call(tool, input);
  } catch (error) {
    return { text: String(error), isError: true };
  }
}

function asking(call: ScriptedTool): Asked {
  return { call, options: usualOptions, session: undefined, requestId: undefined, withdrawn: false };
}

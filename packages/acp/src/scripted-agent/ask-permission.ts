import { field } from "./field.ts";
import { type Scene, toolFields } from "./scene.ts";
import type { Step } from "./script.ts";

export type Asked = Pick<
  Extract<Step, { do: "permission" }>,
  "call" | "options" | "session" | "requestId" | "withdrawn"
>;

/** Asks for permission and gives whether one of the options that allow once was chosen. */
export async function isAllowed(step: Asked, { peer, session }: Scene): Promise<boolean> {
  const { call, options, requestId } = step;
  const params = {
    sessionId: step.session ?? session,
    toolCall: { ...toolFields(call), status: "pending" },
    options,
  };
  // Waits for the answer even when the prompt is cancelled meanwhile, as Gemini does.
  const { id, reply } = peer.ask("session/request_permission", params, requestId);
  if (step.withdrawn) await peer.send({ method: "$/cancel_request", params: { requestId: id } });
  const { result } = await reply;
  const chosen = optionIdOf(result);
  const offered: readonly unknown[] = Array.isArray(options) ? options : [];
  return offered.some((option) => field(option, "optionId") === chosen && field(option, "kind") === "allow_once");
}

function optionIdOf(result: unknown): unknown {
  const outcome = field(result, "outcome");
  return field(outcome, "outcome") === "selected" ? field(outcome, "optionId") : undefined;
}

import {
  type AgentEvent,
  type OfferedReply,
  type OfferedTool,
  type OfferedTools,
  type Redaction,
  stepResultName,
} from "@agent-markup/core";
import type { Turn } from "../session/turn.ts";
import { turnAllowance } from "./turn-allowance.ts";

/** Of one call, in bytes of JSON: more than a tool of the runtime takes in one piece. */
const maxInputBytes = 4 * 1024 * 1024;
const maxCallsAtOnce = 64;
/** In characters, of a name that is written down. */
const longestName = 200;

export interface DeskContext {
  readonly offered: OfferedTools;
  /** Of what is offered, those that this session is given. */
  readonly tools: readonly OfferedTool[];
  readonly redaction: Redaction;
  /** The turn that is under way. */
  turn(): Turn | undefined;
  emit(event: AgentEvent): void;
  /** The host could not decide or record: nothing can go on. */
  hostFailed(error: unknown): void;
}

export interface OfferedDesk {
  call(tool: string, input: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<OfferedReply>;
}

/** Takes an agent's calls of the runtime's tools to the host, in the turn that they come in (agents.md 5). */
export function offeredDesk({ offered, tools, redaction, turn, emit, hostFailed }: DeskContext): OfferedDesk {
  const allowance = turnAllowance();
  let atOnce = 0;

  async function answer(
    current: Turn,
    tool: string,
    input: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ): Promise<OfferedReply> {
    const isOffered = tools.some(({ name }) => name === tool);
    const bytes = Buffer.byteLength(JSON.stringify(input));
    // The way to end a step stays open: it is recorded once at most.
    if (!isOffered || tool !== stepResultName) {
      const recordedBytes = Buffer.byteLength(tool) + (bytes > maxInputBytes ? 0 : bytes);
      const spent = allowance.spend(current, recordedBytes);
      if (spent?.isFirst) emit({ type: "held", rung: "call_refused", tools: [shortened(tool)], reason: spent.refused });
      if (spent !== null) return refused(spent.refused);
    }
    if (!isOffered) {
      const reason = `${shortened(tool)} is not offered here; there are: ${tools.map(({ name }) => name).join(", ")}`;
      emit({ type: "held", rung: "call_refused", tools: [shortened(tool)], reason });
      return refused(reason);
    }
    if (bytes > maxInputBytes)
      return refused(`the arguments have ${bytes} bytes, and a call may have ${maxInputBytes}`);
    if (atOnce >= maxCallsAtOnce) return refused(`${maxCallsAtOnce} calls are being worked on: wait for one to end`);
    atOnce += 1;
    try {
      const recorded = redaction.value(input);
      const either = AbortSignal.any([signal, current.withdrawn]);
      const reply = await offered.call({ tool, input, recorded, signal: either });
      allowance.add(current, Buffer.byteLength(reply.text));
      return reply;
    } finally {
      atOnce -= 1;
    }
  }

  return {
    async call(tool, input, signal) {
      const current = turn();
      if (current === undefined || current.withdrawn.aborted)
        return refused("no prompt is being worked on, or it was cancelled: nothing was done");
      try {
        return await current.whileServing(answer(current, tool, input, signal));
      } catch (error) {
        hostFailed(error);
        return refused("the run has failed: nothing more is done in it");
      }
    },
  };
}

/** An agent may call a tool by a name of any length. */
function shortened(tool: string): string {
  return tool.length > longestName ? `${tool.slice(0, longestName)}...` : tool;
}

function refused(reason: string): OfferedReply {
  return { text: `refused: ${reason}`, isError: true };
}

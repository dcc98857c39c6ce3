import type { PermissionRequest } from "../5-authorise/permission.ts";
import type { ToolSet } from "../5-authorise/tool-set.ts";
import type { AgentEvent } from "../agent/agent.ts";
import type { OfferedCall, OfferedReply, OfferedTool, OfferedTools } from "../agent/offered-tools.ts";
import { type ResultDesk, stepResultOffer } from "../agent/result-desk.ts";
import { callOf, contextOf, replyOf, withinLimit } from "./offered-call.ts";
import { offersOf, type SessionToolsContext } from "./session-offers.ts";
import type { ToolRefusal } from "./tool-step.ts";

/** The prompt that a session is working on. */
export interface OfferedTurn {
  readonly path: string;
  /** Where the result of a step is given; null when the prompt is no step. */
  readonly desk: ResultDesk | null;
}

/** What the runtime offers to one session, with the turns in which it may be called. */
export interface SessionTools extends OfferedTools {
  /** The policy has allowed a request of the agent for one of these tools: the very same call is judged by that, once. */
  granted(request: PermissionRequest): void;
  /** Calls are answered until the work is done; those that still go on then are ended before this resolves. */
  during<Value>(turn: OfferedTurn, work: () => Promise<Value>): Promise<Value>;
}

interface RunningTurn {
  readonly of: OfferedTurn;
  readonly over: AbortController;
  readonly calls: Set<Promise<unknown>>;
  /** Calls that were asked for and allowed, and have not come yet. */
  readonly grants: string[];
}

/** The tools of the runtime that one session may use: those of its effective set and no others (agents.md 5). */
export function sessionTools(
  context: SessionToolsContext,
  allowed: ToolSet,
  record: (event: AgentEvent, path: string) => void,
): SessionTools {
  const offers = offersOf(context, allowed);
  let turn: RunningTurn | null = null;

  const refused = (name: string, reason: string, path: string): OfferedReply => {
    record({ type: "held", rung: "call_refused", tools: [name], reason }, path);
    return { text: `refused: ${reason}`, isError: true };
  };
  const givenUp = (tool: string, why: string, path: string): OfferedReply => {
    const text = `a call of ${tool} did not end ${why}: it is not waited for, and what becomes of it is not known`;
    record({ type: "note", text }, path);
    return error(text);
  };
  const handResult = ({ path, desk }: OfferedTurn, { input }: OfferedCall): OfferedReply => {
    if (desk === null) return error("there is no step whose result could be given now");
    const handed = desk.hand(input);
    if ("refused" in handed) return error(`refused: ${handed.refused}`);
    const { status, summary } = handed.taken;
    record({ type: "step_result", status, summary }, path);
    return { text: `The step's result is recorded: ${status}. Do nothing more in this step.`, isError: false };
  };
  const callTool = async (
    { of: { path }, grants }: RunningTurn,
    { tool, input, recorded }: OfferedCall,
    signal: AbortSignal,
  ) => {
    record({ type: "offered_call", tool, input: recorded }, path);
    const offer = context.tools.get(tool)?.offer;
    const call = callOf(input, offer?.block, context.database);
    if (typeof call === "string") return error(`refused: ${call}`);
    const result = await context.gate.call({
      tools: allowed,
      path,
      tool,
      call,
      recorded,
      isGranted: takeGrant(grants, grantFor(tool, input)),
      step: { plan: "", step: path, attempt: 1 },
      context: contextOf(context, path, signal),
    });
    return "refused" in result ? refused(tool, reasonOf(result), path) : replyOf(result);
  };

  return {
    list: () => offers,
    async call(call) {
      if (turn === null || turn.over.signal.aborted || call.signal.aborted)
        return error("no prompt is being worked on: nothing was done");
      const { of, over, calls } = turn;
      if (call.tool === stepResultOffer.name && context.hasSteps) return handResult(of, call);
      if (!offers.some(({ name }) => name === call.tool))
        return refused(call.tool, unknown(call.tool, offers), of.path);
      const current = turn;
      const calling = withinLimit(
        AbortSignal.any([over.signal, call.signal]),
        (signal) => callTool(current, call, signal),
        (why) => givenUp(call.tool, why, of.path),
      );
      calls.add(calling);
      return calling.finally(() => calls.delete(calling));
    },
    granted({ tools: [tool, ...others], input }) {
      if (tool !== undefined && others.length === 0) turn?.grants.push(grantFor(tool, input));
    },
    async during(of, work) {
      const over = new AbortController();
      const calls = new Set<Promise<unknown>>();
      turn = { of, over, calls, grants: [] };
      try {
        return await work();
      } finally {
        over.abort();
        // A fault of the runtime is told to whoever made the call.
        await Promise.allSettled(calls);
        turn = null;
      }
    },
  };
}

function grantFor(tool: string, input: unknown): string {
  return JSON.stringify([tool, input]);
}

function takeGrant(grants: string[], grant: string): boolean {
  const at = grants.indexOf(grant);
  if (at !== -1) grants.splice(at, 1);
  return at !== -1;
}

function reasonOf({ code, refused }: ToolRefusal): string {
  return `${code}: ${refused}`;
}

function unknown(tool: string, offers: readonly OfferedTool[]): string {
  return `${tool} is not offered here; there are: ${offers.map(({ name }) => name).join(", ")}`;
}

function error(text: string): OfferedReply {
  return { text, isError: true };
}

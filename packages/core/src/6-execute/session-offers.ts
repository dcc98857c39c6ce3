import { runtimeTools } from "../5-authorise/tool-names.ts";
import { isAvailable, type ToolSet } from "../5-authorise/tool-set.ts";
import type { OfferedTool } from "../agent/offered-tools.ts";
import { stepResultOffer } from "../agent/result-desk.ts";
import type { Tool } from "../tools/tool.ts";
import type { ToolGate } from "./tool-step.ts";

/** What the runtime can offer to the sessions of one run, and what its calls run with. */
export interface SessionToolsContext {
  readonly gate: ToolGate;
  readonly tools: ReadonlyMap<string, Tool>;
  readonly run: string;
  readonly workspace: string;
  readonly environment: readonly string[];
  readonly database: string | null;
  /** Agents may be given steps of a diagram. */
  readonly hasSteps: boolean;
}

/** Names that a client of the protocol can call a tool by. */
const callable = /^[\w.-]{1,64}$/;

/** The tools of the runtime that an effective set holds, and the way to say what a step came to (agents.md 5). */
export function offersOf({ tools, database, hasSteps }: SessionToolsContext, allowed: ToolSet): readonly OfferedTool[] {
  const offered = [...tools.values()].filter(
    ({ name }) => isAvailable(allowed, name) && isCallable(name) && (name !== "sql" || database !== null),
  );
  return [...offered.map(offerOf), ...(hasSteps ? [stepResultOffer] : [])];
}

function isCallable(name: string): boolean {
  return callable.test(name) && name !== stepResultOffer.name;
}

function offerOf({ name, offer }: Tool): OfferedTool {
  return {
    name,
    description: offer?.description ?? `The tool ${name} of the program that runs this procedure.`,
    inputSchema: offer?.inputSchema ?? { type: "object" },
    standsIn: name !== "sql" && runtimeTools.some((known) => known === name),
  };
}

import { capabilities } from "../2-validate/definition.ts";
import type { StepOutput } from "../plan/plan.ts";
import { ToolError, type ToolErrorCode } from "./tool-error.ts";
import type { ReferenceValues } from "./values.ts";

/** What a tool can do to the world (language.md 7.5). */
export type Capability = (typeof capabilities)[number];

/** What a tool can do of which nothing is known. */
export const allCapabilities: readonly Capability[] = capabilities.filter((capability) => capability !== "pure");

/** A tool that the runtime itself runs. */
export interface Tool {
  readonly name: string;
  readonly capabilities: readonly Capability[];
  /** What it was configured with that must never be written down, whatever it gives back. */
  secrets?(): readonly string[];
  /** What an agent is told of it where the runtime offers it; its name alone when left out (agents.md 5). */
  readonly offer?: ToolOffer;
  /** Resolves for whatever the call did; rejects only for a fault of the runtime. */
  run(call: ToolCall, context: ToolContext): Promise<ToolResult>;
}

export interface ToolOffer {
  readonly description: string;
  /** JSON Schema of the object that it takes. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
  /** The property that is the block of a tool which takes one as written, and nothing else. */
  readonly block?: string;
}

export interface ToolCall {
  /** Text of the one fenced block, or of `run`: a script, statements, or a JSON object of arguments. */
  readonly block?: string;
  /** `db=` of a sql fence, else the configured database. */
  readonly database?: string;
  /** Arguments that are values already: the params of a `run="tool"` implementation (language.md 7.3). */
  readonly arguments?: Readonly<Record<string, unknown>>;
  /** The scope. */
  readonly stdin?: string;
}

export interface ToolContext extends ReferenceValues {
  /** The project's folder, absolute: what file tools stay inside, and where commands run. */
  readonly workspace: string;
  readonly run: string;
  readonly step: string;
  readonly attempt: number;
  /** Borne by every process of the run (agents.md 6). */
  readonly marker: string;
  /** Names of environment variables that the configuration adds to the allow list. */
  readonly environment: readonly string[];
  /** The run's folder for temporary files; made when it is not there. */
  readonly temporaryFolder: string;
  /** Bytes of output that are kept. */
  readonly outputLimit: number;
  readonly timeoutMs?: number;
  readonly signal: AbortSignal;
}

export interface ToolResult {
  readonly output: StepOutput;
  readonly stderr: string;
  /** Of the process that a tool ran in, where there is one. */
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly durationMs: number;
  readonly timedOut: boolean;
  readonly warnings: readonly string[];
  /** There when the tool did not do what it was asked. */
  readonly failure?: ToolFailure;
}

export interface ToolFailure {
  readonly code: ToolErrorCode;
  readonly message: string;
}

/** What a tool gives of its result; what it leaves out is empty. */
export type ToolOutcome = { readonly output: StepOutput } & Partial<ToolResult>;

/** Makes a tool of its work: measures it, does not begin when aborted, and turns a `ToolError` into a failed result. */
export function tool(
  name: string,
  capabilities: readonly Capability[],
  work: (call: ToolCall, context: ToolContext) => Promise<ToolOutcome>,
): Tool {
  return {
    name,
    capabilities,
    async run(call, context) {
      const startedAt = performance.now();
      const outcome = await outcomeOf(() => work(call, context), context.signal);
      const durationMs = performance.now() - startedAt;
      return { stderr: "", exitCode: null, signal: null, timedOut: false, warnings: [], ...outcome, durationMs };
    },
  };
}

async function outcomeOf(work: () => Promise<ToolOutcome>, signal: AbortSignal): Promise<ToolOutcome> {
  try {
    if (signal.aborted) throw new ToolError("aborted", "the run was stopped before the step began");
    return await work();
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    const { code, message } = error;
    return { output: { text: "" }, timedOut: code === "timeout", failure: { code, message } };
  }
}

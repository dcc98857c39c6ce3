import type {
  AgentErrorCode,
  AgentEvent,
  PermissionDecision,
  PermissionRequest,
  PermissionState,
  ToolLists,
  TurnOutcome,
} from "@agent-markup/core";

/** One prompt of a recorded run with all that came of it: a line of the recording (docs/replay.md). */
export interface RecordedPrompt {
  readonly path: string;
  readonly hash: string;
  /** Such prompts of the run that came to something before this one. */
  readonly nth: number;
  readonly agent: string;
  readonly model?: string;
  readonly tools: ToolLists;
  /** Label of the policy that decided then. */
  readonly policy: string;
  /** What was asked, for people; its end is left out where it is long. */
  readonly prompt: string;
  /** The agent's own id of the session; null when none could be opened. */
  readonly session: string | null;
  readonly happenings: readonly Happening[];
  readonly end: PromptEnd;
}

/** What came from the agent in a turn, in order. */
export type Happening =
  | { readonly event: AgentEvent }
  | {
      readonly permission: {
        readonly request: PermissionRequest;
        readonly state: PermissionState;
        readonly decision: PermissionDecision;
      };
    }
  /** What the agent gave to the tool `step_result`, and was taken: other tools of the runtime are not called again. */
  | { readonly result: Readonly<Record<string, unknown>> };

export type PromptEnd =
  | { readonly outcome: TurnOutcome }
  /** The agent could not be had. */
  | { readonly error: { readonly code: AgentErrorCode; readonly message: string } };

/** What a prompt is found by. */
export function promptKey({ path, hash, nth }: Pick<RecordedPrompt, "path" | "hash" | "nth">): string {
  return `${hash} ${nth} ${path}`;
}

/** What the whole of a recording is: a header, then a line for each prompt. */
export const recordingFormat = { file: "prompts.jsonl", version: 1, maxBytes: 256 * 1024 * 1024 } as const;

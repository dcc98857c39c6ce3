import type { ToolSet, ToolTag } from "../5-authorise/tool-set.ts";
import type { NodeResult } from "./node-result.ts";

/** What a host's implementation of a skill is given (language.md 7.3). */
export interface HandlerInput {
  readonly name: string;
  readonly path: string;
  readonly attempt: number;
  /** The skill's text with its children's results in place; their source text under `policy="wrapper"`. */
  readonly scope: string;
  readonly params: Readonly<Record<string, string>>;
  /** Under `policy="sequential"` of the skill around it: what ran before it. */
  readonly previous: readonly PreviousResult[];
  /** What it may use; the runtime enforces it for its own tools and agents. */
  readonly tools: ToolSet;
  /** Aborted at the time limit of the attempt and when the run is stopped. */
  readonly signal: AbortSignal;
  /** Under `policy="wrapper"`: the children, to be run or refused; else empty. */
  readonly children: readonly WrappedChild[];
}

export interface PreviousResult {
  readonly name: string;
  readonly path: string;
  readonly text: string;
}

/** A child that a wrapper decides about (language.md 7.1, wrapper). */
export interface WrappedChild {
  readonly kind: "skill" | "tool" | "session" | "agent";
  readonly name: string;
  readonly path: string;
  readonly implementation: string | null;
  readonly capabilities: readonly string[];
  readonly tools: ToolSet;
  readonly source: string;
  /** Runs it, under a narrower constraint if one is given; rejects with a `SkillFailure`. A recorded result is returned, not run again. */
  run(narrower?: ToolTag): Promise<NodeResult>;
  /** It will not run: a policy violation, recorded as skipped. */
  refuse(reason: string): void;
}

/** A text, or a result with a status; `failed` is retried like a thrown error, the others are final. */
export type HandlerResult =
  | string
  | {
      readonly text: string;
      readonly status?: NodeResult["status"] | "failed";
      readonly metadata?: Readonly<Record<string, unknown>>;
    };

export type Handler = (input: HandlerInput) => HandlerResult | Promise<HandlerResult>;

/** A child of a wrapper failed. */
export class SkillFailure extends Error {
  override readonly name = "SkillFailure";
}

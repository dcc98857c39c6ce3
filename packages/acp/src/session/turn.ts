import type { PermissionCounts, PermissionDecision, TurnFailure, TurnOutcome } from "@agent-markup/core";
import type { AgentLimits } from "../limits.ts";
import { type TurnEnding, type TurnStop, verdictOf } from "./outcome.ts";
import { turnClock } from "./turn-clock.ts";
import { type TurnText, turnText } from "./turn-text.ts";

/** One prompt from its sending to its outcome: what is counted, what it said, and why it was stopped. */
export class Turn {
  readonly text: TurnText;
  readonly unasked: string[] = [];
  /** Of the response, and the last that updates told. */
  usage: unknown;
  reportedUsage: unknown;
  /** Resolves when the agent has not ended the turn in time after a stop. */
  readonly unresponsive: Promise<TurnEnding>;
  readonly #limits: AgentLimits;
  readonly #startMode: string | undefined;
  readonly #tellAgent: () => void;
  readonly #clock: ReturnType<typeof turnClock>;
  readonly #withdrawn = new AbortController();
  readonly #answers = new Set<Promise<void>>();
  #counts: PermissionCounts = { asked: 0, allowed: 0, denied: 0, cancelled: 0 };
  #lastAnswerRefused = false;
  #stop: TurnStop | undefined;
  #giveUp: (ending: TurnEnding) => void = () => {};
  #cancelTimer: NodeJS.Timeout | undefined;

  /** `tellAgent` cancels; it is called once, when the turn is first stopped. */
  constructor(
    limits: AgentLimits,
    startMode: string | undefined,
    tellAgent: () => void,
    redact: (text: string) => string,
  ) {
    this.text = turnText(redact);
    this.#limits = limits;
    this.#startMode = startMode;
    this.#tellAgent = tellAgent;
    this.unresponsive = new Promise((resolve) => {
      this.#giveUp = resolve;
    });
    this.#clock = turnClock(limits, (limit) => this.fail(limit, limitMessage(limit, limits)));
  }

  /** Aborts when the turn is stopped or over: a permission still open can only be cancelled then. */
  get withdrawn(): AbortSignal {
    return this.#withdrawn.signal;
  }

  traffic(): void {
    this.#clock.traffic();
  }

  /** The caller cancels; too late once the turn is over. */
  cancel(): void {
    if (!this.#withdrawn.signal.aborted) this.#stopFor({ by: "caller" });
  }

  /** A fault of the agent: it spoils a turn that is over, too. */
  fail(failure: TurnFailure, message: string): void {
    this.#stopFor({ by: "harness", failure, message });
  }

  /** The first reason stands. */
  #stopFor(stop: TurnStop): void {
    if (this.#stop !== undefined) return;
    this.#stop = stop;
    if (this.#withdrawn.signal.aborted) return;
    this.#clock.stop();
    this.#tellAgent();
    this.#withdrawn.abort();
    this.#cancelTimer = setTimeout(() => this.#giveUp({ type: "unresponsive" }), this.#limits.cancelMs);
  }

  /** Counts one permission request in, and its answer when it is sent; our time to answer is not the agent's. */
  async whileAnswering(answering: Promise<PermissionDecision>): Promise<void> {
    this.#clock.pause();
    const counted = answering.then((decision) => this.#countAnswer(decision)).finally(() => this.#clock.resume());
    this.#answers.add(counted);
    await counted;
  }

  /** The agent waits for a tool of ours: that is no silence of it. */
  async whileServing<Value>(work: Promise<Value>): Promise<Value> {
    this.#clock.pause();
    try {
      return await work;
    } finally {
      this.#clock.resume();
    }
  }

  /** The turn is over: no limit counts any more, and requests still open are withdrawn. */
  end(): void {
    this.#clock.stop();
    clearTimeout(this.#cancelTimer);
    this.#withdrawn.abort();
  }

  /** Resolves when every request has its answer; rejects when the host could not decide one. */
  async answered(): Promise<void> {
    await Promise.all(this.#answers);
  }

  outcome(ending: TurnEnding, mode: string | undefined): TurnOutcome {
    const text = { text: this.text.whole(), finalMessage: this.text.finalMessage() };
    const verdict = verdictOf({
      ...text,
      ending,
      usage: this.usage,
      lastAnswerRefused: this.#lastAnswerRefused,
      ...(this.#stop === undefined ? {} : { stop: this.#stop }),
    });
    const start = this.#startMode;
    const usage = this.usage ?? this.reportedUsage;
    return {
      ...verdict,
      ...text,
      ...(usage === undefined ? {} : { usage }),
      ...(start === undefined ? {} : { modes: { start, end: mode ?? start } }),
      permissions: this.#counts,
      unasked: this.unasked,
    };
  }

  #countAnswer({ outcome, allows }: PermissionDecision): void {
    this.#lastAnswerRefused = !allows;
    const kind = outcome.outcome === "cancelled" ? "cancelled" : allows ? "allowed" : "denied";
    this.#counts = { ...this.#counts, asked: this.#counts.asked + 1, [kind]: this.#counts[kind] + 1 };
  }
}

function limitMessage(limit: "idle_limit" | "time_limit", { idleMs, turnMs }: AgentLimits): string {
  return limit === "idle_limit"
    ? `the agent was silent for ${idleMs} ms`
    : `the agent did not end its turn within ${turnMs} ms`;
}

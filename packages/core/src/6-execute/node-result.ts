/** What an element came to (language.md 7.2). */
export interface NodeResult {
  readonly status: "success" | "skipped" | "partial";
  readonly text: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** Why an element failed for good; every attempt's message is in it. */
export interface Failure {
  readonly path: string;
  readonly name: string;
  readonly code: string;
  readonly message: string;
}

/** Why an element came to nothing yet. `failed` stops the run; the others can be gone on with, `cancelled` aside. */
export type Stop =
  | { readonly stopped: "failed"; readonly failure: Failure }
  | { readonly stopped: "waiting" | "cancelled" | "interrupted"; readonly path: string };

export type Ended = NodeResult | Stop;

export function isStop(ended: Ended | Scope): ended is Stop {
  return "stopped" in ended;
}

/** What a skill works on: its literal text with its children's results in their places. */
export interface Scope {
  readonly parts: readonly ScopePart[];
  /** A child's result was a `[FAILED: ...]` marker or partial itself. */
  readonly isPartial: boolean;
}

export type ScopePart =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "result"; readonly path: string; readonly name: string; readonly text: string };

/** The scope as one text; results are literal and never parsed again (language.md 7.1). */
export function scopeText({ parts }: Scope): string {
  return parts.map(({ text }) => text).join("");
}

import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import type { RefusalRule } from "../../plan/change.ts";

/** The rules of a plan, and those of following one call by call from outside. */
export type GuideRule =
  | RefusalRule
  | "unknown-plan"
  /** The runtime drives it: its document holds more than this plan. */
  | "not-guided"
  /** Another process has it. */
  | "held-elsewhere"
  /** Nobody has it, so that no step of it is in progress. */
  | "not-held"
  | "plan-over"
  | "plan-unfinished"
  | "other-diagram"
  | "other-params"
  | "unusable-document"
  | "step-in-progress"
  | "unknown-label"
  | "verify-not-allowed"
  | "verify-failed";

/** A call breaks a rule: which, what is wrong, and what is allowed instead (diagram.md 6). */
export interface Refused {
  readonly ok: false;
  readonly rule: GuideRule;
  readonly message: string;
  readonly diagnostics?: readonly Diagnostic[];
}

export type Guided<Value> = { readonly ok: true; readonly value: Value } | Refused;

export function refused(rule: GuideRule, message: string, diagnostics?: readonly Diagnostic[]): Refused {
  return { ok: false, rule, message, ...(diagnostics === undefined ? {} : { diagnostics }) };
}

export function granted<Value>(value: Value): Guided<Value> {
  return { ok: true, value };
}

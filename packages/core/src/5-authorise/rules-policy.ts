import { firstOf, refusal } from "./first-of.ts";
import { longestTimerMs } from "./longest-timer.ts";
import type { DecisionAids, PermissionOutcome, PermissionPolicy, PermissionRequest } from "./permission.ts";
import { allowCovers, firstHit } from "./rule-match.ts";
import type { ToolRule } from "./tool-rule.ts";

/** Who answers what no rule decides: resolves to whether the call may go on, or null when nobody answered in time. */
export interface Approver {
  /** Milliseconds; required, since an unanswered request keeps an agent waiting. */
  readonly timeLimitMs: number;
  ask(request: PermissionRequest, signal: AbortSignal, aids?: DecisionAids): Promise<boolean | null>;
}

/** Asks whoever answers the approvals of the run: the terminal, `aml approve`, a page (agents.md 2). */
export function queueApprover(timeLimitMs: number): Approver {
  return { timeLimitMs, ask: async (request, signal, aids) => aids?.approvals.ask(request, signal) ?? null };
}

export interface PermissionRules {
  readonly deny: readonly ToolRule[];
  readonly ask: readonly ToolRule[];
  readonly allow: readonly ToolRule[];
}

export type RuleVerdict =
  | { readonly verdict: "deny" | "ask"; readonly rule: string }
  | { readonly verdict: "allow"; readonly rule: string }
  | { readonly verdict: "unmatched" };

/** Deny before ask before allow; how specific a rule is does not matter (agents.md 2). */
export function judge(rules: PermissionRules, tools: readonly string[], input: unknown): RuleVerdict {
  for (const verdict of ["deny", "ask"] as const) {
    for (const tool of tools) {
      const rule = firstHit(rules[verdict], tool, input);
      if (rule !== null) return { verdict, rule: rule.text };
    }
  }
  // A call that may be one of several tools must be allowed as each of them; one of no known tool is not.
  const covering = tools.map((tool) => allowCovers(rules.allow, tool, input));
  if (tools.length === 0 || covering.some((rules) => rules === null)) return { verdict: "unmatched" };
  const texts = new Set(covering.flatMap((rules) => (rules ?? []).map(({ text }) => text)));
  return { verdict: "allow", rule: [...texts].join(", ") };
}

/** The `rules` policy: what no allow rule covers is refused; ask rules go to the approver, or are refused without one. */
export function rulesPolicy(rules: PermissionRules, approver: Approver | null): PermissionPolicy {
  return {
    label: "rules",
    async decide(request, aids) {
      const judged = judge(rules, request.tools, request.input);
      if (judged.verdict === "unmatched") return { ...refusal(request.options), because: "no allow rule matches" };
      const because = `${judged.verdict} rule ${judged.rule}`;
      if (judged.verdict === "deny") return { ...refusal(request.options), because };
      if (judged.verdict === "allow") return { ...firstOf(request.options, ["allow_once"]), because };
      return { ...(await askedOf(approver, request, aids)), because };
    },
  };
}

/** The `ask` policy: every request goes to a person. */
export function askPolicy(approver: Approver): PermissionPolicy {
  return { label: "ask", decide: (request, aids) => askedOf(approver, request, aids) };
}

/** With nobody to ask, or no answer in time, it is answered as by `deny` (agents.md 2). */
async function askedOf(
  approver: Approver | null,
  request: PermissionRequest,
  aids: DecisionAids | undefined,
): Promise<PermissionOutcome> {
  if (approver === null) return refusal(request.options);
  const limit = new AbortController();
  const signal = aids === undefined ? limit.signal : AbortSignal.any([limit.signal, aids.withdrawn]);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(
      () => {
        limit.abort(timeLimitPassed);
        // An answer that is known by now counts; an approver that pays no heed is not waited for.
        setImmediate(() => resolve(null));
      },
      Math.min(approver.timeLimitMs, longestTimerMs),
    );
  });
  try {
    const answer = await Promise.race([approver.ask(request, signal, aids), late]);
    return answer === true ? firstOf(request.options, ["allow_once"]) : refusal(request.options);
  } finally {
    clearTimeout(timer);
    limit.abort();
  }
}

/** Why an approver's signal aborts when its time is over. */
export const timeLimitPassed = "time limit";

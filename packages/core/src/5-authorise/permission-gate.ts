import { firstOf, refusal } from "./first-of.ts";
import type {
  DecisionAids,
  PermissionAnswer,
  PermissionDecision,
  PermissionOption,
  PermissionOutcome,
  PermissionPolicy,
  PermissionRequest,
  PermissionState,
} from "./permission.ts";
import { isWithin } from "./permission-constraint.ts";
import { stepResultTool } from "./tool-names.ts";
import type { ToolSet } from "./tool-set.ts";

/** The rule that decided, for the audit (agents.md 3). */
export type PermissionRule =
  | "foreign_session"
  | "after_cancel"
  | "mode_switch"
  /** It says what its step came to, and does nothing else. */
  | "step_result"
  /** The runtime offers the tool itself, in the place of the agent's own. */
  | "replaced_tool"
  | "tool_constraint"
  | "policy"
  /** The policy threw, or chose what no policy may choose; the request is refused. */
  | "policy_fault";

export interface PermissionQuestion extends PermissionState {
  readonly request: PermissionRequest;
  readonly policy: PermissionPolicy;
  /** The effective constraint where the document stands (language.md 5.1). */
  readonly tools: ToolSet;
  /** For a policy that asks people. */
  readonly aids?: DecisionAids;
}

/**
 * Answers one permission request by the stack of agents.md 2: every rule above the base policy can only refuse.
 * Never rejects and never abstains, whatever the agent offers.
 */
export async function decidePermission(question: PermissionQuestion): Promise<PermissionDecision> {
  const { request, policy, tools } = question;
  const options = selectable(request.options);

  if (request.session !== question.ourSession) return cancelled("foreign_session");
  if (question.cancelled) return cancelled("after_cancel");
  // Qwen lists "restore previous mode (auto)" first, as allow_once: taking it turns asking off for good.
  if (request.kind === "switch_mode" && !question.modeSwitchAllowed) return refused("mode_switch", options);
  if (isStepResult(request)) return stepResultAllowed(options);
  if (request.replaced === true) return refused("replaced_tool", options);
  if (!isWithin(tools, request.tools)) return refused("tool_constraint", options);

  try {
    // The agent's own list, but for options that mean two things at once.
    return chosen(await policy.decide({ ...request, options }, question.aids), options);
  } catch (error) {
    return refused("policy_fault", options, `the permission policy failed: ${String(error)}`);
  }
}

/** An id that stands for two kinds could be read as the other one by the agent: neither can be selected. */
function selectable(options: readonly PermissionOption[]): readonly PermissionOption[] {
  return options.filter((option) =>
    options.every((other) => other.optionId !== option.optionId || other.kind === option.kind),
  );
}

/** Holds a policy to what agents.md 2 lets any policy choose: an option on offer, and never `allow_always`. */
function chosen(answer: PermissionAnswer, options: readonly PermissionOption[]): PermissionDecision {
  const because = answer.because === undefined ? {} : { because: answer.because };
  if (answer.outcome === "cancelled") return { ...cancelled("policy"), ...because };
  const outcome: PermissionOutcome = { outcome: "selected", optionId: answer.optionId };
  const option = options.find(({ optionId }) => optionId === outcome.optionId);
  switch (option?.kind) {
    case "allow_once":
      return { outcome, allows: true, rule: "policy", ...because };
    case "reject_once":
    case "reject_always":
      return { outcome, allows: false, rule: "policy", ...because };
    default: {
      const choice = option === undefined ? "an option that was not offered" : `an option of kind ${option.kind}`;
      return refused("policy_fault", options, `the permission policy chose ${choice}`);
    }
  }
}

/** Of a call that is taken for anything else too, nothing is known. */
function isStepResult({ tools: [tool, ...others] }: PermissionRequest): boolean {
  return tool === stepResultTool && others.length === 0;
}

/** Whatever the policy: an agent that may not say how its step went could only fail it (agents.md 5). */
function stepResultAllowed(options: readonly PermissionOption[]): PermissionDecision {
  const outcome = firstOf(options, ["allow_once"]);
  return { outcome, allows: outcome.outcome === "selected", rule: "step_result" };
}

function cancelled(rule: PermissionRule): PermissionDecision {
  return { outcome: { outcome: "cancelled" }, allows: false, rule };
}

function refused(rule: PermissionRule, options: readonly PermissionOption[], error?: string): PermissionDecision {
  return { outcome: refusal(options), allows: false, rule, ...(error === undefined ? {} : { error }) };
}

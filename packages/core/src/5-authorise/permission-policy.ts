import { firstOf } from "./first-of.ts";
import type { PermissionPolicy } from "./permission.ts";
import { type Approver, askPolicy, type PermissionRules, rulesPolicy } from "./rules-policy.ts";

/** The kinds each base policy picks, in order of preference: the narrowest grant or refusal first (agents.md 2). */
const picks = {
  deny: ["reject_once", "reject_always"],
  // Never allow_always: it outlives the run. Never a reject: that would report an approval policy as a denial.
  allow_once: ["allow_once"],
} as const;

export type BasePolicy = keyof typeof picks;

/** What a permission policy is made from; `ask` and `rules` are for what the two simple ones cannot say (agents.md 2). */
export type PolicyChoice =
  | BasePolicy
  | { readonly rules: PermissionRules; readonly approver?: Approver }
  | { readonly ask: Approver };

/**
 * A base permission policy (agents.md 2). There is no default: the caller says which one.
 *
 *     const permissions = createPermissionPolicy("deny");
 */
export function createPermissionPolicy(choice: PolicyChoice): PermissionPolicy {
  if (typeof choice === "object" && choice !== null) {
    return "ask" in choice ? askPolicy(choice.ask) : rulesPolicy(choice.rules, choice.approver ?? null);
  }
  // Callers without types would otherwise get a policy that answers nothing, long after the mistake.
  if (!Object.hasOwn(picks, choice)) {
    throw new TypeError(`unknown permission policy ${JSON.stringify(choice)}: use "deny", "allow_once", rules or ask`);
  }
  return { label: choice, decide: ({ options }) => firstOf(options, picks[choice]) };
}

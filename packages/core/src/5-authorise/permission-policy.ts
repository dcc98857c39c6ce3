import type { PermissionOption, PermissionOutcome, PermissionPolicy } from "./permission.ts";

/** The kinds each base policy picks, in order of preference: the narrowest grant or refusal first (agents.md 2). */
const picks = {
  deny: ["reject_once", "reject_always"],
  // Never allow_always: it outlives the run. Never a reject: that would report an approval policy as a denial.
  allow_once: ["allow_once"],
} as const;

export type BasePolicy = keyof typeof picks;

/**
 * A base permission policy (agents.md 2). There is no default: the caller says which one.
 *
 *     const permissions = createPermissionPolicy("deny");
 */
export function createPermissionPolicy(name: BasePolicy): PermissionPolicy {
  // Callers without types would otherwise get a policy that answers nothing, long after the mistake.
  if (!Object.hasOwn(picks, name)) {
    throw new TypeError(`unknown permission policy ${JSON.stringify(name)}: use "deny" or "allow_once"`);
  }
  return { label: name, decide: ({ options }) => firstOf(options, picks[name]) };
}

/** The answer that refuses, whatever the policy: what `deny` would pick (agents.md 2). */
export function refusal(options: readonly PermissionOption[]): PermissionOutcome {
  return firstOf(options, picks.deny);
}

/** Preference is over kinds, not over the agent's list; within one kind the agent's order wins. */
function firstOf(options: readonly PermissionOption[], kinds: readonly string[]): PermissionOutcome {
  for (const kind of kinds) {
    const option = options.find((candidate) => candidate.kind === kind);
    if (option !== undefined) return { outcome: "selected", optionId: option.optionId };
  }
  return { outcome: "cancelled" };
}

import type { PermissionOption, PermissionOutcome } from "./permission.ts";

/** The answer that refuses, whatever the policy: what `deny` would pick (agents.md 2). */
export function refusal(options: readonly PermissionOption[]): PermissionOutcome {
  return firstOf(options, ["reject_once", "reject_always"]);
}

/** Preference is over kinds, not over the agent's list; within one kind the agent's order wins. */
export function firstOf(options: readonly PermissionOption[], kinds: readonly string[]): PermissionOutcome {
  for (const kind of kinds) {
    const option = options.find((candidate) => candidate.kind === kind);
    if (option !== undefined) return { outcome: "selected", optionId: option.optionId };
  }
  return { outcome: "cancelled" };
}

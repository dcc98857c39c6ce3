import { secondsOf } from "../2-validate/values.ts";
import type { StepType } from "../plan/plan.ts";

export const stepTypes: readonly StepType[] = [
  "prompt",
  "tool",
  "subagent",
  "session",
  "manual",
  "gate",
  "loop",
  "pass",
];

/** Passes that one loop or cycle may have. */
const mostPasses = 1000;

/** What may be set on a step, in the diagram or beside it: what a value must be when it is not that, else null. */
export interface Setting {
  expected(value: string): string | null;
}

const anything: Setting = { expected: (value) => (value === "" ? "a value" : null) };

/** The settings of a step by name, with the values they take (diagram.md 2 and 3). */
export const settings = {
  type: choice(stepTypes),
  label: anything,
  tools: { expected: () => null },
  model: anything,
  session: anything,
  run: anything,
  verify: anything,
  max_iter: { expected: (value) => (passes(value) === undefined ? `a number from 1 to ${mostPasses}` : null) },
  on_exhaust: choice(["continue", "checkpoint"]),
  retries: { expected: (value) => (/^\d+$/.test(value) ? null : "an integer from 0 to 10") },
  timeout: {
    expected: (value) => (secondsOf(value) ? null : `one number with one unit, as in "30s", "5m" or "1h"`),
  },
  idempotent: choice(["true", "false"]),
} satisfies Readonly<Record<string, Setting>>;

export type SettingName = keyof typeof settings;

export function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(settings, name);
}

export function isStepType(value: string): value is StepType {
  return stepTypes.some((type) => type === value);
}

/** The number of passes that `max_iter` asks for; undefined when it is none. */
export function passes(value: string): number | undefined {
  const count = /^[0-9]{1,9}$/.test(value) ? Number(value) : 0;
  return count >= 1 && count <= mostPasses ? count : undefined;
}

function choice(words: readonly string[]): Setting {
  const expected = words.map((word) => `"${word}"`).join(", ");
  return { expected: (value) => (words.includes(value) ? null : expected) };
}

import type { BudgetLimits } from "@agent-markup/core";
import { InvalidArgumentError } from "commander";

const unitMs: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000 };

/** Longer than any run, and within what a timer can count. */
const longestMs = 500 * 3_600_000;

/** `--budget 10m`, `--budget 200steps`, or both with a comma between (language.md 7.2). */
export function readBudget(value: string): BudgetLimits {
  const limits: { timeMs?: number; steps?: number } = {};
  for (const part of value.split(",").map((text) => text.trim())) {
    const [, steps] = /^([1-9]\d{0,8})\s*steps?$/.exec(part) ?? [];
    const [, amount, unit = ""] = /^(\d+(?:\.\d+)?)\s*([smh])$/.exec(part) ?? [];
    const timeMs = Math.round(Number(amount) * (unitMs[unit] ?? 0));
    if (steps !== undefined && limits.steps === undefined) limits.steps = Number(steps);
    else if (timeMs > 0 && timeMs <= longestMs && limits.timeMs === undefined) limits.timeMs = timeMs;
    else
      throw new InvalidArgumentError(
        "It must be a time up to 500h, such as 90s, 10m or 2h, or steps, such as 200steps, or both.",
      );
  }
  return limits;
}

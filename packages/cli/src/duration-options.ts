import type { BudgetLimits } from "@agent-markup/core";
import { InvalidArgumentError } from "commander";

const unitMs: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000 };

/** Longer than any run, and within what a timer can count. */
const longestMs = 500 * 3_600_000;

/** `--approval-time 10m`. */
export function readDuration(value: string): number {
  const timeMs = durationOf(value.trim());
  if (timeMs !== undefined) return timeMs;
  throw new InvalidArgumentError("It must be a time up to 500h, such as 90s, 10m or 2h.");
}

function durationOf(text: string): number | undefined {
  const [, amount, unit = ""] = /^(\d+(?:\.\d+)?)\s*([smh])$/.exec(text) ?? [];
  const timeMs = Math.round(Number(amount) * (unitMs[unit] ?? 0));
  return timeMs > 0 && timeMs <= longestMs ? timeMs : undefined;
}

/** `--budget 10m`, `--budget 200steps`, or both with a comma between (language.md 7.2). */
export function readBudget(value: string): BudgetLimits {
  const limits: { timeMs?: number; steps?: number } = {};
  for (const part of value.split(",").map((text) => text.trim())) {
    const [, steps] = /^([1-9]\d{0,8})\s*steps?$/.exec(part) ?? [];
    const timeMs = durationOf(part);
    if (steps !== undefined && limits.steps === undefined) limits.steps = Number(steps);
    else if (timeMs !== undefined && limits.timeMs === undefined) limits.timeMs = timeMs;
    else
      throw new InvalidArgumentError(
        "It must be a time up to 500h, such as 90s, 10m or 2h, or steps, such as 200steps, or both.",
      );
  }
  return limits;
}

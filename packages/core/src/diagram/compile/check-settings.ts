import { secondsOf } from "../../2-validate/values.ts";
import { clampedValue, invalidValue } from "../../diagnostics/catalogue.generated.ts";
import { settings } from "../settings.ts";
import type { Report } from "./report.ts";
import type { StepDeclaration, WrittenValue } from "./step-declaration.ts";

const mostRetries = 10;
const longestSeconds = 3600;

/** Checks what a `<step>` sets; the settings in the diagram were checked when it was read. */
export function checkSettings(step: StepDeclaration, report: Report): void {
  for (const [name, { value, place: at }] of step.settings) {
    const expected = settings[name].expected(value);
    if (expected !== null) report(invalidValue({ at, attribute: name, value, expected }));
  }
}

/** `retries` as a number; above 10 it is clamped with a warning (language.md 4.1). */
export function retriesOf(setting: WrittenValue | undefined, report: Report): number {
  const retries = setting === undefined || !/^\d+$/.test(setting.value) ? 0 : Number(setting.value);
  if (setting === undefined || retries <= mostRetries) return retries;
  const { value, place: at } = setting;
  report(clampedValue({ at, attribute: "retries", value, limit: mostRetries }));
  return mostRetries;
}

/** `timeout` in milliseconds; above an hour it is clamped with a warning (language.md 4.1). */
export function timeoutOf(setting: WrittenValue | undefined, report: Report): number | undefined {
  const seconds = setting === undefined ? undefined : secondsOf(setting.value);
  if (setting === undefined || seconds === undefined || seconds <= longestSeconds)
    return seconds === undefined ? undefined : seconds * 1000;
  const { value, place: at } = setting;
  report(clampedValue({ at, attribute: "timeout", value, limit: "1h" }));
  return longestSeconds * 1000;
}

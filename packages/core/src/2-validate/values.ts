import { type Attribute, attribute, type Element } from "../ast/nodes.ts";
import { placeOfAttribute } from "../ast/place-of.ts";
import { clampedValue, invalidValue } from "../diagnostics/catalogue.generated.ts";
import { nearestName } from "../text/nearest-name.ts";
import type { Validation } from "./validation.ts";

/** Checks an attribute that takes one of a few words. */
export function checkChoice(context: Validation, element: Element, name: string, choices: readonly string[]): void {
  const found = written(element, name);
  if (found === undefined || choices.includes(found.value)) return;
  const nearest = nearestName(found.value, choices);
  const expected = choices.map((choice) => `"${choice}"`).join(", ");
  report(context, found, expected, nearest && `did you mean "${nearest}"?`);
}

/** `retries`: more than 10 is clamped, anything but digits is wrong (language.md 4.1). */
export function checkRetries(context: Validation, element: Element): void {
  const found = written(element, "retries");
  if (found === undefined) return;
  if (!/^\d+$/.test(found.value)) report(context, found, "an integer from 0 to 10");
  else if (Number(found.value) > 10) clamp(context, found, "10");
}

/** `timeout`: one number with one unit, at most an hour (language.md 4.1). */
export function checkTimeout(context: Validation, element: Element): void {
  const found = written(element, "timeout");
  if (found === undefined) return;
  const seconds = secondsOf(found.value);
  if (seconds === undefined || seconds === 0)
    report(context, found, `one number with one unit, as in "30s", "5m" or "1h"`);
  else if (seconds > 3600) clamp(context, found, "1h");
}

/** A duration such as `30s`, `1.5m` or `1h`, in seconds; undefined for anything else. */
export function secondsOf(value: string): number | undefined {
  const parts = /^(\d+(?:\.\d+)?)([smh])$/.exec(value);
  if (parts === null) return undefined;
  return Number(parts[1]) * (parts[2] === "h" ? 3600 : parts[2] === "m" ? 60 : 1);
}

export function checkInteger(context: Validation, element: Element, name: string): void {
  const found = written(element, name);
  if (found !== undefined && !/^-?\d{1,15}$/.test(found.value)) report(context, found, "an integer");
}

/** Names cannot be empty; an absent one is another rule's business. */
export function checkNotEmpty(context: Validation, element: Element, ...names: readonly string[]): void {
  for (const name of names) {
    const found = written(element, name);
    if (found?.value === "") report(context, found, "a name");
  }
}

/** Each entry of a comma-separated attribute is one of a few words. */
export function checkChoices(context: Validation, element: Element, name: string, choices: readonly string[]): void {
  const found = written(element, name);
  for (const entry of found?.value.split(",") ?? []) {
    const word = entry.trim();
    if (found === undefined || word === "" || choices.includes(word)) continue;
    const nearest = nearestName(word, choices);
    report(context, found, `a list of ${choices.join(", ")}`, nearest && `did you mean "${nearest}"?`);
  }
}

export function hasValue(element: Element, name: string): boolean {
  return attribute(element, name) !== undefined;
}

type Written = Attribute & { readonly value: string };

/** An attribute with a value; a bare name where none is allowed was reported by the parser. */
function written(element: Element, name: string): Written | undefined {
  const found = element.attributes.find((candidate) => candidate.name === name);
  return found !== undefined && found.value !== null ? { ...found, value: found.value } : undefined;
}

function report(context: Validation, found: Written, expected: string, help?: string): void {
  const at = placeOfAttribute(context.document, found);
  const details = { at, attribute: found.name, value: found.value, expected };
  context.report(invalidValue(help === undefined ? details : { ...details, help }));
}

function clamp(context: Validation, found: Written, limit: string): void {
  const at = placeOfAttribute(context.document, found);
  context.report(clampedValue({ at, attribute: found.name, value: found.value, limit }));
}

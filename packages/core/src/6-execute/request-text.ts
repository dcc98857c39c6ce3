import type { PermissionRequest } from "../5-authorise/permission.ts";

/** Characters of a request's input that a person is shown; what is longer says how much is left out. */
const shown = 4_000;

/** A permission request in the words that a person decides by: what it is called, and what it would do. */
export function requestText({ title, input }: PermissionRequest): string {
  const text = input === null || input === undefined ? "" : typeof input === "string" ? input : JSON.stringify(input);
  if (text === "" || text === title) return title;
  const rest = text.length - shown;
  return `${title}\n${rest <= 0 ? text : `${text.slice(0, shown)}… (${rest} more characters)`}`;
}

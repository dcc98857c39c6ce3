import { isObject } from "../transport/message.ts";
import { settingsText } from "./settings-text.ts";

/** What a file of settings is to us: we may fail to read what the agent reads. */
export type JsonSettings = Readonly<Record<string, unknown>> | "missing" | "unreadable";

/** Reads JSON with comments and trailing commas; `isPlain` refuses texts that the agent may read in another way. */
export function jsonSettings(file: string, isPlain: (text: string) => boolean = () => true): JsonSettings {
  const read = settingsText(file);
  if (typeof read === "string") return read;
  const text = read.value;
  // Parsers differ in what else ends a line, and with it a comment.
  if (/\r(?!\n)|[\u2028\u2029]/.test(text) || !isPlain(text)) return "unreadable";
  try {
    const settings: unknown = JSON.parse(withoutTrailingCommas(withoutComments(text)));
    return isObject(settings) ? settings : "unreadable";
  } catch {
    return "unreadable";
  }
}

/** The first file that has one of these members, by their paths (`tools.discoveryCommand`), or that cannot be read. */
export function fileWith(
  files: readonly string[],
  members: readonly string[],
  isPlain?: (text: string) => boolean,
): string | undefined {
  return files.find((file) => {
    const settings = jsonSettings(file, isPlain);
    if (typeof settings === "string") return settings === "unreadable";
    return members.some((member) => says(memberOf(settings, member)));
  });
}

/** The text without what stands in comments; strings stay as they are. */
export function withoutComments(text: string): string {
  return text.replace(/("(?:\\.|[^"\\])*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, "$1");
}

function withoutTrailingCommas(text: string): string {
  return text.replace(/("(?:\\.|[^"\\])*")|,(?=\s*[}\]])/g, "$1");
}

function memberOf(settings: unknown, path: string): unknown {
  return path.split(".").reduce((value, name) => (isObject(value) ? value[name] : undefined), settings);
}

/** Whether a member says anything: it is there, and neither empty nor off. */
function says(value: unknown): boolean {
  if (isObject(value)) return Object.keys(value).length > 0;
  return value !== undefined && value !== null && value !== false && value !== "";
}

import { isObject } from "../transport/message.ts";
import type { ToolChoice } from "./filter.ts";

/** Where the process that filters is told what to start and what to let through. */
export const filterVariable = "AML_TOOL_FILTER";

export interface FilterTask {
  readonly command: string;
  readonly args: readonly string[];
  readonly choice: ToolChoice;
}

/** The task that was written into the environment; null for anything else. */
export function readTask(text: string): FilterTask | null {
  const task: unknown = JSON.parse(text);
  if (!isObject(task) || typeof task.command !== "string" || !isTexts(task.args) || !isObject(task.choice)) return null;
  const { only, not } = task.choice;
  if (!isTexts(not) || (only !== null && !isTexts(only))) return null;
  return { command: task.command, args: task.args, choice: { only, not } };
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

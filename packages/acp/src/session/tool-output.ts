import { isObject } from "../transport/message.ts";

/** What a tool call tells of its result, as text; undefined when the update has none. */
export function toolOutput(update: Record<string, unknown>): string | undefined {
  const parts = Array.isArray(update.content) ? update.content.flatMap(contentText) : [];
  if (parts.length > 0) return parts.join("\n");
  const { rawOutput } = update;
  if (rawOutput === undefined || rawOutput === null) return undefined;
  return typeof rawOutput === "string" ? rawOutput : JSON.stringify(rawOutput);
}

function contentText(content: unknown): string[] {
  if (!isObject(content)) return [];
  if (content.type === "content" && isObject(content.content) && typeof content.content.text === "string") {
    return [content.content.text];
  }
  if (content.type === "diff" && typeof content.path === "string") return [`changed ${content.path}`];
  return [];
}

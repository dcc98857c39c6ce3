import { requiredText, toolArguments } from "./arguments.ts";
import { withFile } from "./file-error.ts";
import { replaceFile } from "./replace-file.ts";
import { type Tool, tool } from "./tool.ts";
import { resolveInWorkspace } from "./workspace.ts";

/** Writes a whole file (`path`, `content`; the scope when there is no `content`), making its folders (diagram.md 3). */
export const write: Tool = tool("write", ["fs:write"], async (call, context) => {
  const given = toolArguments(call, context, ["path", "content"]);
  const path = requiredText(given, "path");
  const content = Buffer.from(requiredText(given, given.values.has("content") ? "content" : "input"));
  const real = resolveInWorkspace(context.workspace, path);
  const existed = await withFile("written", path, () => replaceFile(context.workspace, path, real, content));
  const text = `${existed ? "replaced" : "created"} ${path} (${content.length} bytes)`;
  return { output: { text }, warnings: given.warnings };
});

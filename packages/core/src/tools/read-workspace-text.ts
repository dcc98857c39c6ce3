import { withFile } from "./file-error.ts";
import { fileText, withOpened } from "./read-file.ts";
import { resolveInWorkspace } from "./workspace.ts";

/** The text of a file of the workspace, by its path as a caller wrote it. Throws `ToolError` for what cannot be read. */
export async function readWorkspaceText(workspace: string, path: string): Promise<string> {
  const real = resolveInWorkspace(workspace, path);
  return withFile("read", path, () => withOpened(workspace, real, path, (file, stats) => fileText(file, stats, path)));
}

import { readWorkspaceText, type Source } from "@agent-markup/core";

/** A file of the project, or a text under a name of its own. Throws `ToolError` for what cannot be read. */
export async function sourceOf(
  given: { readonly file?: string | undefined; readonly text?: string | undefined },
  name: string,
  workspace: string,
): Promise<Source> {
  const { file, text } = given;
  return file === undefined
    ? { file: name, text: text ?? "" }
    : { file, text: await readWorkspaceText(workspace, file) };
}

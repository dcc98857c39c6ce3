import { errorCode } from "../process/error-code.ts";
import { ToolError } from "./tool-error.ts";

const meanings: ReadonlyMap<string, string> = new Map([
  ["ENOENT", "there is no such file or folder"],
  ["ENOTDIR", "a folder on the way to it is a file"],
  ["EEXIST", "a folder on the way to it is a file"],
  ["EISDIR", "it is a folder"],
  ["EACCES", "permission denied"],
  ["EPERM", "permission denied"],
  ["EROFS", "the file system is read-only"],
  ["ENOSPC", "the disk is full"],
  ["EDQUOT", "the disk quota is used up"],
  ["ELOOP", "it was replaced by a link while it was being opened"],
  ["ENAMETOOLONG", "the name is too long"],
  ["EMFILE", "too many files are open"],
  ["ENXIO", "it is no regular file"],
]);

/** Does something with a file; what the system says is told in words, with the path as the caller wrote it. */
export async function withFile<Value>(what: string, path: string, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    const code = errorCode(error);
    if (error instanceof ToolError || code === "") throw error;
    throw new ToolError("failed", `${path} cannot be ${what}: ${meanings.get(code) ?? code}`, { cause: error });
  }
}

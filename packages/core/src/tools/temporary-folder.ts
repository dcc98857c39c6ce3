import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { withFile } from "./file-error.ts";

/** Does something with a folder of its own, which only this user may enter and which is gone afterwards. */
export async function withTemporaryFolder<Value>(
  parent: string,
  work: (folder: string) => Promise<Value>,
): Promise<Value> {
  const folder = await withFile("written", parent, async () => {
    await mkdir(parent, { recursive: true, mode: 0o700 });
    return mkdtemp(join(parent, "step-"));
  });
  try {
    return await work(folder);
  } finally {
    await withFile("removed", folder, () => rm(folder, { recursive: true, force: true }));
  }
}

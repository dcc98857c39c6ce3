import { renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import type { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { toolWorkspace } from "../../testing/tool-workspace.ts";
import { glob } from "../glob.ts";

// Someone else's move at the worst moment: after a folder was found in its parent, before it is read.
const beforeReading = vi.hoisted(() => ({ move: (_folder: string): void => {} }));
vi.mock("node:fs/promises", async (importActual) => {
  const actual = await importActual<{ readonly readdir: typeof readdir }>();
  return {
    ...actual,
    readdir: async (folder: string, options: { withFileTypes: true }) => {
      beforeReading.move(folder);
      return actual.readdir(folder, options);
    },
  };
});

const { folder, outside, file, context, remove } = toolWorkspace();
afterAll(remove);
writeFileSync(join(outside, "secret"), "secret");
const moving = join(folder, "moving");
const found = () => glob.run({ arguments: { pattern: "**" } }, context);

beforeEach(() => {
  for (const path of [moving, `${moving}-away`]) rmSync(path, { recursive: true, force: true });
  file("a/one");
  file("moving/two");
  file("z/three");
});

const whenReading = (work: () => void) => {
  beforeReading.move = (reading) => {
    if (reading === moving) work();
  };
};

describe("a folder that changes while it is walked", () => {
  test("into a link to elsewhere gives nothing of there", async () => {
    whenReading(() => {
      renameSync(moving, `${moving}-away`);
      symlinkSync(outside, moving);
    });
    expect((await found()).output.text).toBe("a/one\nz/three\n");
  });

  test("into a file, or is gone, is passed over", async () => {
    whenReading(() => rmSync(moving, { recursive: true }));
    expect(await found()).toMatchObject({ output: { text: "a/one\nz/three\n" }, warnings: [] });
  });

  test("so that it may not be read is told", async () => {
    whenReading(() => {
      throw Object.assign(new Error("EACCES: permission denied"), { code: "EACCES" });
    });
    expect(await found()).toMatchObject({
      output: { text: "a/one\nz/three\n" },
      warnings: ["folders that may not be read were left out: moving"],
    });
  });
});

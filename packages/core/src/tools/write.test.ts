import { chmodSync, existsSync, readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { toolWorkspace } from "../testing/tool-workspace.ts";
import { write } from "./write.ts";

const { folder, outside, file, context, remove } = toolWorkspace();
afterAll(remove);

const written = (given: Record<string, unknown>) => write.run({ arguments: given }, context);
const read = (path: string) => readFileSync(join(folder, path), "utf8");

symlinkSync(outside, join(folder, "out"));
symlinkSync(join(outside, "new"), join(folder, "dangling"));
file("old.txt", "old");
file(".aml/state.db", "state");

describe("write refuses", () => {
  test.each([
    ["a call without a path", { content: "x" }, 'the argument "path" is missing'],
    ["a call without anything to write", { path: "a" }, 'the argument "input" is missing'],
    ["what is no string", { path: "a", content: 7 }, 'the argument "content" must be a string'],
    ["a path outside", { path: "../a", content: "x" }, "outside the workspace"],
    ["a path through a link outside", { path: "out/a", content: "x" }, "outside the workspace"],
    ["a link to a file outside that is not there yet", { path: "dangling", content: "x" }, "outside the workspace"],
    ["the runtime's state", { path: ".aml/state.db", content: "x" }, "belongs to the runtime"],
    ["the configuration", { path: "aml.config.json", content: "x" }, "belongs to the runtime"],
    ["a folder in the place of a file", { path: ".", content: "x" }, ". is a folder"],
    ["a file in the place of a folder", { path: "old.txt/a", content: "x" }, "through a file"],
  ])("%s", async (_, given, message) => {
    expect((await written(given)).failure).toEqual({ code: "refused", message: expect.stringContaining(message) });
  });

  test("without leaving anything behind", () => {
    expect(readdirSync(outside)).toEqual([]);
    expect(readdirSync(folder).sort()).toEqual([".aml", "dangling", "old.txt", "out"]);
    expect(read("old.txt")).toBe("old");
    expect(read(".aml/state.db")).toBe("state");
  });
});

describe("write", () => {
  test("creates a file and the folders it is in", async () => {
    const result = await written({ path: "new/folder/ü.txt", content: "grün\n" });
    expect(result).toMatchObject({ output: { text: "created new/folder/ü.txt (6 bytes)" }, warnings: [] });
    expect(read("new/folder/ü.txt")).toBe("grün\n");
    expect(readdirSync(join(folder, "new/folder"))).toEqual(["ü.txt"]);
  });

  test("replaces a file and keeps what it may be used for", async () => {
    chmodSync(file("tool.sh", "old and longer"), 0o755);
    expect((await written({ path: "tool.sh", content: "new" })).output.text).toBe("replaced tool.sh (3 bytes)");
    expect(read("tool.sh")).toBe("new");
    expect(statSync(join(folder, "tool.sh")).mode & 0o777).toBe(0o755);
  });

  test("replaces the file that a link inside leads to, not the link", async () => {
    file("real.txt", "old");
    symlinkSync("real.txt", join(folder, "linked.txt"));
    await written({ path: "linked.txt", content: "new" });
    expect(read("real.txt")).toBe("new");
  });

  test("replaces the whole file at once: who has the old one open keeps it", async () => {
    const before = statSync(file("open.txt", "old")).ino;
    await written({ path: "open.txt", content: "new" });
    expect(statSync(join(folder, "open.txt")).ino).not.toBe(before);
  });

  test("writes the scope when there is no content, and nothing when the content is empty", async () => {
    await write.run({ arguments: { path: "scope.txt" }, stdin: "the scope" }, context);
    expect(read("scope.txt")).toBe("the scope");
    await write.run({ arguments: { path: "scope.txt", content: "" }, stdin: "the scope" }, context);
    expect(read("scope.txt")).toBe("");
  });

  test("takes its arguments from a json block, with values filled in", async () => {
    const block = '{"path": "filled.txt", "content": "{steps.A.output}"}';
    await write.run({ block }, { ...context, outputs: { A: { text: 'a "quoted" output' } } });
    expect(read("filled.txt")).toBe('a "quoted" output');
  });

  test("does not begin when the run was stopped", async () => {
    const result = await write.run(
      { arguments: { path: "late.txt", content: "x" } },
      { ...context, signal: AbortSignal.abort() },
    );
    expect(result.failure?.code).toBe("aborted");
    expect(existsSync(join(folder, "late.txt"))).toBe(false);
  });
});

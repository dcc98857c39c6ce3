import { execFileSync } from "node:child_process";
import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { toolWorkspace } from "../testing/tool-workspace.ts";
import { view } from "./view.ts";

const { folder, outside, file, context, remove } = toolWorkspace();
afterAll(remove);

const seen = (given: Record<string, unknown>, more = {}) => view.run({ arguments: given }, { ...context, ...more });

file("poem.txt", "one\ntwo\nthree");
file("empty.txt");
file("binary", Uint8Array.of(0x7f, 0x45, 0x00, 0x01));
file("latin1.txt", Uint8Array.of(0x66, 0xfc, 0x72));
file("long.txt", "0123456789\n".repeat(100));
file("src/deep/file");
file(".aml/state.db", "state");
file("aml.config.json", "{}");
execFileSync("mkfifo", [join(folder, "pipe")]);
writeFileSync(join(outside, "secret"), "secret");
symlinkSync(outside, join(folder, "out"));

describe("view refuses", () => {
  test.each([
    [
      "a file that is not there",
      { path: "gone.txt" },
      "failed",
      "gone.txt cannot be read: there is no such file or folder",
    ],
    ["a call without a path", {}, "refused", 'the argument "path" is missing'],
    ["an argument it does not know", { path: "poem.txt", line: 1 }, "refused", "known are path, from, to"],
    ["a file outside the workspace", { path: "out/secret" }, "refused", "outside the workspace"],
    ["the runtime's state", { path: ".aml/state.db" }, "refused", "belongs to the runtime"],
    ["the configuration", { path: "aml.config.json" }, "refused", "belongs to the runtime"],
    ["a file with a NUL in it", { path: "binary" }, "refused", "binary is no UTF-8 text"],
    ["text in another encoding", { path: "latin1.txt" }, "refused", "latin1.txt is no UTF-8 text"],
    ["a pipe, without waiting for a writer", { path: "pipe" }, "refused", "pipe is no regular file"],
    ["lines that there are not", { path: "poem.txt", from: 4 }, "refused", "poem.txt has 3 lines: there is no line 4"],
    ["lines backwards", { path: "poem.txt", from: 3, to: 2 }, "refused", '"to" (2) comes before "from" (3)'],
  ])("%s", async (_, given, code, message) => {
    const result = await seen(given);
    expect(result.failure).toEqual({ code, message: expect.stringContaining(message) });
    expect(result.output).toEqual({ text: "" });
  });

  test("more text than the limit, and says how to ask for less", async () => {
    const result = await seen({ path: "long.txt" }, { outputLimit: 100 });
    expect(result.failure?.message).toBe(
      'long.txt: 1100 bytes are more than the limit of 100; ask for fewer lines with "from" and "to"',
    );
  });
});

describe("view gives", () => {
  test.each([
    ["a whole file, as it is", { path: "poem.txt" }, "one\ntwo\nthree"],
    ["an empty file", { path: "empty.txt" }, ""],
    ["one line", { path: "poem.txt", from: 2, to: 2 }, "two\n"],
    ["lines from one on", { path: "poem.txt", from: 2 }, "two\nthree"],
    ["lines up to one", { path: "poem.txt", to: 2 }, "one\ntwo\n"],
    ["lines up to one past the end", { path: "poem.txt", from: 3, to: 99 }, "three"],
    ["lines named by params, which are strings", { path: "poem.txt", from: "1", to: "1" }, "one\n"],
    ["a part of a file that is too long as a whole", { path: "long.txt", from: 100 }, "0123456789\n"],
    ["what is in a folder", { path: "src" }, "deep/\n"],
    [
      "what is in the workspace",
      { path: "." },
      ".aml/\naml.config.json\nbinary\nempty.txt\nlatin1.txt\nlong.txt\nout\npipe\npoem.txt\nsrc/\n",
    ],
  ])("%s", async (_, given, text) => {
    const result = await seen(given, { outputLimit: 1000 });
    expect(result.failure).toBeUndefined();
    expect(result.output).toEqual({ text });
  });

  test("what a json block names, with values filled in", async () => {
    const result = await view.run({ block: '{"path": "{file}.txt"}' }, { ...context, params: { file: "poem" } });
    expect(result.output.text).toBe("one\ntwo\nthree");
  });
});

import { chmodSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { toolWorkspace } from "../testing/tool-workspace.ts";
import { edit } from "./edit.ts";

const { folder, outside, file, context, remove } = toolWorkspace();
afterAll(remove);

const poem = "one\ntwo\nthree\ntwo\n";
const edited = (given: Record<string, unknown>) => edit.run({ arguments: given }, context);
const read = (path: string) => readFileSync(join(folder, path), "utf8");
const change = (old_text: string, new_text: string, more = {}) => ({ path: "poem.txt", old_text, new_text, ...more });

beforeEach(() => void file("poem.txt", poem));
file("crlf.txt", "one\r\ntwo\r\n");
file("binary", Uint8Array.of(0x61, 0x00));
file(".aml/state.db", "state");
writeFileSync(join(outside, "secret"), "secret");
symlinkSync(outside, join(folder, "out"));

describe("edit refuses", () => {
  test.each([
    ["a call without a path", { old_text: "a", new_text: "b" }, 'the argument "path" is missing'],
    ["a call without the old text", { path: "poem.txt", new_text: "b" }, 'the argument "old_text" is missing'],
    ["a call without the new text", { path: "poem.txt", old_text: "one" }, 'the argument "new_text" is missing'],
    [
      "an argument it does not know",
      change("one", "1", { all: true }),
      "known are path, old_text, new_text, replace_all",
    ],
    ["an old text of nothing", change("", "x"), "a new file is made by write"],
    ["a change that is none", change("one", "one"), "there is nothing to change"],
    ["text that is not there", change("four", "4"), '"old_text" is not in poem.txt'],
    ["text with the other line ends", { ...change("one\ntwo", "x"), path: "crlf.txt" }, "its lines end in \\r\\n"],
    ["text that is there twice", change("two", "2"), "is 2 times in poem.txt (lines 2, 4): give more"],
    ["text that overlaps itself", change("wo\nt", "x", { replace_all: "no" }), "must be true or false"],
    ["a file that is no text", { ...change("a", "b"), path: "binary" }, "binary is no UTF-8 text"],
    ["a folder", { ...change("a", "b"), path: "." }, ". is a folder"],
    ["a path outside", { ...change("secret", "x"), path: "../outside/secret" }, "outside the workspace"],
    ["a path through a link outside", { ...change("secret", "x"), path: "out/secret" }, "outside the workspace"],
    ["the runtime's state", { ...change("state", "x"), path: ".aml/state.db" }, "belongs to the runtime"],
    ["the configuration", { ...change("a", "b"), path: "aml.config.json" }, "belongs to the runtime"],
  ])("%s", async (_, given, message) => {
    expect((await edited(given)).failure).toEqual({ code: "refused", message: expect.stringContaining(message) });
    expect(read("poem.txt")).toBe(poem);
    expect(readdirSync(folder).sort()).toEqual([".aml", "binary", "crlf.txt", "out", "poem.txt"]);
    expect(readFileSync(join(outside, "secret"), "utf8")).toBe("secret");
  });

  test("text whose places overlap, since nobody knows which is meant", async () => {
    file("poem.txt", "aaa");
    expect((await edited(change("aa", "b"))).failure?.message).toContain("is 2 times in poem.txt (lines 1, 1)");
  });

  test("a file that is not there fails, since another step may make it", async () => {
    expect((await edited({ ...change("a", "b"), path: "gone" })).failure).toEqual({
      code: "failed",
      message: "gone cannot be read: there is no such file or folder",
    });
  });
});

describe("edit", () => {
  test("replaces the one place, whatever the new text looks like", async () => {
    const result = await edited(change("three", "$& $1 {name}"));
    expect(result.output.text).toBe("edited poem.txt (line 3)");
    expect(read("poem.txt")).toBe("one\ntwo\n$& $1 {name}\ntwo\n");
  });

  test("replaces every place when it is told to, also by a word", async () => {
    expect((await edited(change("two", "2", { replace_all: "true" }))).output.text).toBe("edited poem.txt (2 places)");
    expect(read("poem.txt")).toBe("one\n2\nthree\n2\n");
  });

  test("replaces by nothing", async () => {
    await edited(change("one\n", ""));
    expect(read("poem.txt")).toBe("two\nthree\ntwo\n");
  });

  test("keeps what the file may be used for, and replaces it at once", async () => {
    chmodSync(join(folder, "poem.txt"), 0o750);
    const before = statSync(join(folder, "poem.txt"));
    await edited(change("one", "1"));
    const after = statSync(join(folder, "poem.txt"));
    expect(after.mode & 0o777).toBe(0o750);
    expect(after.ino).not.toBe(before.ino);
  });

  test("takes its arguments from a json block, with values filled in", async () => {
    const block = '{"path": "poem.txt", "old_text": "one", "new_text": "{steps.A.output}"}';
    await edit.run({ block }, { ...context, outputs: { A: { text: 'a "quoted" output' } } });
    expect(read("poem.txt")).toBe('a "quoted" output\ntwo\nthree\ntwo\n');
  });

  test("gives what splitting at the old text and joining by the new one gives", async () => {
    const text = fc.string({ unit: fc.constantFrom("a", "b", "\n"), maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(text, text, text, async (content, old_text, new_text) => {
        fc.pre(old_text !== "" && old_text !== new_text && content.includes(old_text));
        file("poem.txt", content);
        expect((await edited(change(old_text, new_text, { replace_all: true }))).failure).toBeUndefined();
        expect(read("poem.txt")).toBe(content.split(old_text).join(new_text));
      }),
      { numRuns: 100 },
    );
  });
});

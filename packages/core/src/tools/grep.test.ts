import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { processesWithMarker } from "../process/marker.ts";
import { toolWorkspace } from "../testing/tool-workspace.ts";
import { grep } from "./grep.ts";

const { folder, outside, file, context, remove } = toolWorkspace();
afterAll(remove);
afterEach(() => expect(processesWithMarker(context.marker)).toEqual([]));

const found = (given: Record<string, unknown>, more = {}) => grep.run({ arguments: given }, { ...context, ...more });

file("poem.txt", "one\ntwo\nthree\nfour\nfive\nsix\nseven\n");
file("src/a.ts", "const one = 1;\r\nconst Two = 2;\r\n");
file("src/deep/b.ts", "one\n");
file("binary", Uint8Array.of(0x6f, 0x6e, 0x65, 0x00));
file(".aml/state.db", "one\n");
file("aml.config.json", "one\n");
file(".hidden/c.txt", "one\n");
file("long/line.txt", `${"x".repeat(600)}needle\n`);
file("slow/a.txt", `${"a".repeat(60)}b\n`);
writeFileSync(join(outside, "secret"), "one\n");
symlinkSync(outside, join(folder, "out"));
symlinkSync(join(outside, "secret"), join(folder, "linked"));

describe("grep refuses", () => {
  test.each([
    ["a call without a pattern", {}, 'the argument "pattern" is missing'],
    ["an empty pattern", { pattern: "" }, "the pattern is empty"],
    ["what is no regular expression", { pattern: "a(" }, "the pattern is no regular expression: "],
    ["a pattern without end", { pattern: "a".repeat(10_001) }, "longer than 10000 characters"],
    ["an argument it does not know", { pattern: "a", max: 1 }, "known are pattern, path, glob"],
    ["a glob that leads up", { pattern: "a", glob: "../*" }, "leads up"],
    ["a glob for one file", { pattern: "a", glob: "*", path: "poem.txt" }, '"path" is a file'],
    ["a file outside", { pattern: "a", path: "linked" }, "outside the workspace"],
    ["the configuration", { pattern: "a", path: "aml.config.json" }, "belongs to the runtime"],
    ["a place that is not there", { pattern: "a", path: "gone" }, "gone: there is no such file or folder"],
    ["context before the beginning", { pattern: "a", context: -1 }, "must be a whole number from 0"],
  ])("%s", async (_, given, message) => {
    expect((await found(given)).failure).toEqual({ code: "refused", message: expect.stringContaining(message) });
  });
});

describe("grep", () => {
  test("finds lines in every text file, without what is hidden, the runtime's, or behind links", async () => {
    const result = await found({ pattern: "\\bone\\b" });
    expect(result.failure).toBeUndefined();
    expect(result.output.text).toBe("poem.txt:1:one\nsrc/a.ts:1:const one = 1;\nsrc/deep/b.ts:1:one\n");
    expect(result.warnings).toEqual(["files that were not searched: 1 that are no UTF-8 text"]);
  });

  test.each([
    ["one file", { pattern: "e$", path: "poem.txt" }, "poem.txt:1:one\npoem.txt:3:three\npoem.txt:5:five\n"],
    ["a folder", { pattern: "one", path: "src/deep" }, "src/deep/b.ts:1:one\n"],
    [
      "files of a name in any folder",
      { pattern: "one", glob: "*.ts" },
      "src/a.ts:1:const one = 1;\nsrc/deep/b.ts:1:one\n",
    ],
    ["files of a path", { pattern: "one", glob: "src/*.ts" }, "src/a.ts:1:const one = 1;\n"],
    ["either case", { pattern: "TWO", path: "src", ignore_case: true }, "src/a.ts:2:const Two = 2;\n"],
    ["nothing", { pattern: "eleven", path: "src" }, ""],
    [
      "lines around what is found, those that overlap once",
      { pattern: "two|four|seven", path: "poem.txt", context: 1 },
      "poem.txt-1-one\npoem.txt:2:two\npoem.txt-3-three\npoem.txt:4:four\npoem.txt-5-five\npoem.txt-6-six\npoem.txt:7:seven\n",
    ],
    [
      "lines around that are apart",
      { pattern: "one|six", glob: "poem.txt", context: 1 },
      "poem.txt:1:one\npoem.txt-2-two\n--\npoem.txt-5-five\npoem.txt:6:six\npoem.txt-7-seven\n",
    ],
    [
      "lines around in several files",
      { pattern: "one", path: "src", context: 1 },
      "src/a.ts:1:const one = 1;\nsrc/a.ts-2-const Two = 2;\n--\nsrc/deep/b.ts:1:one\n",
    ],
    [
      "a long line, cut",
      { pattern: "needle", path: "long" },
      `long/line.txt:1:${"x".repeat(500)}[... 106 characters cut ...]\n`,
    ],
  ])("gives %s", async (_, given, text) => {
    expect((await found(given)).output.text).toBe(text);
  });

  test.each([
    ["results", { path: "poem.txt", max_results: 2 }, {}, "poem.txt:1:one\npoem.txt:2:two\n", "only the first 2"],
    [
      "results, in the files that follow",
      { path: "src", max_results: 2 },
      {},
      "src/a.ts:1:const one = 1;\nsrc/a.ts:2:const Two = 2;\n",
      "only the first 2",
    ],
    ["output", { path: "poem.txt" }, { outputLimit: 20 }, "poem.txt:1:one\n", "only the first 1"],
  ])("says so when there is more than the limit of its %s", async (_, given, more, text, warning) => {
    const result = await found({ pattern: "o|e", ...given }, more);
    expect(result.output.text).toBe(text);
    expect(result.warnings).toEqual([expect.stringContaining(warning)]);
  });

  test("does not say so when there is exactly as much", async () => {
    expect((await found({ pattern: "one", path: "src", max_results: 2 })).warnings).toEqual([]);
  });

  test("is ended at its time limit, though a pattern would take for ever", async () => {
    const result = await found({ pattern: "^(a+)+$", path: "slow" }, { timeoutMs: 500 });
    expect(result).toMatchObject({
      timedOut: true,
      failure: { code: "timeout", message: "the time limit of 500 ms passed" },
    });
  });

  test("is ended when the run is stopped", async () => {
    const stop = new AbortController();
    const running = found({ pattern: "^(a+)+$", path: "slow" }, { signal: stop.signal });
    stop.abort();
    expect((await running).failure?.code).toBe("aborted");
  });
});

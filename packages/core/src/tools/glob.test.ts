import { realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { toolWorkspace } from "../testing/tool-workspace.ts";
import { glob } from "./glob.ts";

const { folder, outside, file, context, remove } = toolWorkspace();
afterAll(remove);

const found = (given: Record<string, unknown>, more = {}) => glob.run({ arguments: given }, { ...context, ...more });
const names = async (given: Record<string, unknown>) => (await found(given)).output.text.split("\n").slice(0, -1);

for (const path of [
  "a.ts",
  "src/b.ts",
  "src/c.js",
  "src/deep/d.ts",
  "src/deep/aml.config.ts",
  ".hidden/e.ts",
  ".aml/f.ts",
  "src/.aml/g.ts",
  "node_modules/pkg/h.ts",
  "aml.config.json",
  "odd\nname.ts",
])
  file(path);
writeFileSync(join(outside, "secret.ts"), "secret");
symlinkSync(outside, join(folder, "src/out"));
symlinkSync(join(outside, "secret.ts"), join(folder, "src/linked.ts"));
symlinkSync(folder, join(folder, "src/around"));

describe("glob refuses", () => {
  test.each([
    ["a call without a pattern", {}, 'the argument "pattern" is missing'],
    ["an argument it does not know", { pattern: "*", glob: "*" }, "known are pattern, path, max_results"],
    ["a pattern that leads up", { pattern: "../*" }, "leads up"],
    ["a folder outside", { pattern: "*", path: ".." }, "outside the workspace"],
    ["a folder behind a link outside", { pattern: "*", path: "src/out" }, "outside the workspace"],
    ["the folder of the runtime's state", { pattern: "*", path: ".aml" }, "belongs to the runtime"],
    ["a folder that is not there", { pattern: "*", path: "gone" }, "gone: there is no such file or folder"],
    ["a file in the place of a folder", { pattern: "*", path: "a.ts" }, "a.ts is no folder"],
    ["a number of results that is none", { pattern: "*", max_results: 0 }, "must be a whole number from 1"],
  ])("%s", async (_, given, message) => {
    expect((await found(given)).failure).toEqual({ code: "refused", message: expect.stringContaining(message) });
  });
});

describe("glob", () => {
  test("names files from the workspace on, without what is hidden, installed or the runtime's, or behind links", async () => {
    expect(await names({ pattern: "**/*.ts" })).toEqual(["a.ts", '"odd\\nname.ts"', "src/b.ts", "src/deep/d.ts"]);
  });

  test.each([
    ["a folder to begin in", { pattern: "*.ts", path: "src" }, ["src/b.ts"]],
    ["a folder named through a link inside", { pattern: "*.ts", path: "src/around/src" }, ["src/b.ts"]],
    ["a hidden folder that is spelled", { pattern: ".hidden/*" }, [".hidden/e.ts"]],
    ["a hidden folder to begin in", { pattern: "*", path: ".hidden" }, [".hidden/e.ts"]],
    ["what is installed, spelled", { pattern: "node_modules/**" }, ["node_modules/pkg/h.ts"]],
    ["the runtime's, spelled, which is left out", { pattern: "{.aml/*,src/.aml/*,aml.config.*}" }, []],
    ["links, spelled, which are left out", { pattern: "src/{linked.ts,out/*,around/a.ts}" }, []],
    ["nothing that matches", { pattern: "*.none" }, []],
  ])("with %s", async (_, given, expected) => {
    expect(await names(given)).toEqual(expected);
  });

  test.each([
    ["results", { max_results: "2" }, {}, 'a.ts\n"odd\\nname.ts"\n', "only the first 2 are given"],
    ["output", {}, { outputLimit: 8 }, "a.ts\n", "only the first 1 are given"],
  ])("says so when there is more than the limit of its %s", async (_, given, more, text, warning) => {
    const result = await found({ pattern: "**/*.ts", ...given }, more);
    expect(result.output.text).toBe(text);
    expect(result.warnings).toEqual([expect.stringContaining(warning)]);
  });

  test("does not say so when there is exactly as much", async () => {
    expect((await found({ pattern: "**/*.ts", max_results: 4 })).warnings).toEqual([]);
  });

  test("does not begin when the run was stopped", async () => {
    expect((await found({ pattern: "*" }, { signal: AbortSignal.abort() })).failure?.code).toBe("aborted");
  });

  test("whatever is asked for, names only files inside the workspace that are not the runtime's", async () => {
    const part = fc.constantFrom("**", "*", "src", "out", "around", "linked.ts", ".aml", "..", "{a,..}", "*.ts", ".*");
    const path = fc.constantFrom(".", "src", "src/around", "src/out", "src/around/src/out", "..", ".aml", "src/..");
    await fc.assert(
      fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 5 }), path, async (parts, path) => {
        for (const name of await names({ pattern: parts.join("/"), path })) {
          const shown = name.startsWith('"') ? String(JSON.parse(name)) : name;
          expect(realpathSync(join(folder, shown))).toBe(join(folder, shown));
          expect(shown).not.toMatch(/(^|\/)(\.aml|aml\.config\.)/);
        }
      }),
      { numRuns: 300 },
    );
  });
});

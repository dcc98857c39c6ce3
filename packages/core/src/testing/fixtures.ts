import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

/** One folder of a fixture: what is read, and how. */
export interface Fixture {
  readonly name: string;
  readonly input: string;
  /** What `case.json` holds; an empty object without one. */
  readonly options: unknown;
}

/**
 * Makes a test of every folder under `fixtures/` beside a test file: what `run` makes of its `input.md` is what its
 * `expected.json` says (DESIGN.md section 3). `UPDATE=1` writes that file instead, to be read before it is committed.
 */
export function describeFixtures(title: string, testFile: string, run: (fixture: Fixture) => unknown): void {
  const folder = fileURLToPath(new URL("fixtures", testFile));
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  describe(title, () => {
    test("there are fixtures", () => expect(names).not.toEqual([]));
    test.each(names)("%s", (name) => {
      const path = (file: string) => join(folder, name, file);
      const options: unknown = existsSync(path("case.json")) ? readJson(path("case.json")) : {};
      const actual = run({ name, input: readFileSync(path("input.md"), "utf8"), options });
      if (process.env.UPDATE === "1") writeFileSync(path("expected.json"), `${JSON.stringify(actual, null, 2)}\n`);
      expect(JSON.parse(JSON.stringify(actual))).toEqual(readJson(path("expected.json")));
    });
  });
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, "utf8"));
}

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { print } from "../ast/print.ts";
import { parse } from "./parse.ts";

const shared = fileURLToPath(new URL("../../../../../shared", import.meta.url));

/** The files of a folder beside the repository; none where it is not at hand, so that the tests run anywhere. */
function filesOf(folder: string): string[] {
  const path = join(shared, folder);
  if (!existsSync(path)) return [];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

const valid = filesOf("conformance/positive");
const documents = filesOf("corpus/aml");
const all = [...valid, ...documents, ...filesOf("conformance/negative"), ...filesOf("cases/aml"), ...filesOf("seeds")];

describe.skipIf(all.length === 0)("the shared documents", () => {
  test.each(valid)("nothing is wrong with %s", (file) => {
    expect(parse({ file, text: readFileSync(file, "utf8") }).diagnostics).toEqual([]);
  });

  test.each(documents)("nothing in %s, a real document, is taken for a broken tag", (file) => {
    expect(parse({ file, text: readFileSync(file, "utf8") }).diagnostics).toEqual([]);
  });

  test("are all printed as they were read", () => {
    for (const file of all) {
      const text = readFileSync(file, "utf8");
      expect(print(parse(text).document) === text, file).toBe(true);
      expect(print(parse(text, { tagsInCode: true }).document) === text, file).toBe(true);
    }
  });

  test("can lose any one character", () => {
    for (const file of valid) {
      const text = readFileSync(file, "utf8");
      for (let at = 0; at < text.length; at++) {
        const shorter = text.slice(0, at) + text.slice(at + 1);
        expect(print(parse(shorter).document) === shorter, `${file} without ${at}`).toBe(true);
      }
    }
  });
});

test.skipIf(all.length > 0)("the shared documents are skipped: they are not beside this repository", () => {});

import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { type RequirementId, requirements } from "../../../spec/requirements.ts";
import { citationsIn } from "./testing/citations.ts";
import { verifies } from "./testing/verifies.ts";

const repository = fileURLToPath(new URL("../../..", import.meta.url));

/** The texts of all tests of the packages and of the command; those of this file only show how to cite. */
function testFiles(): { file: string; text: string }[] {
  return ["packages", "test"].flatMap((folder) => filesIn(join(repository, folder)));
}

const mayBeSkipped = /\b(?:test|it|describe)\.(?:skip|skipIf|runIf|todo|fails)\b/;

function filesIn(folder: string): { file: string; text: string }[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return ["node_modules", "dist"].includes(entry.name) ? [] : filesIn(path);
    if (!entry.name.endsWith(".test.ts") || path === fileURLToPath(import.meta.url)) return [];
    return [{ file: relative(repository, path), text: readFileSync(path, "utf8") }];
  });
}

const citing = testFiles().filter(({ text }) => citationsIn(text).length > 0);
const citations = citing.flatMap(({ file, text }) => citationsIn(text).map((id) => ({ file, id })));

describe("the rules of the language", () => {
  test("are each cited by a test", () => {
    const cited = new Set(citations.map(({ id }) => id));
    expect(requirements.map(({ id }) => id).filter((id) => !cited.has(id))).toEqual([]);
  });

  test("are the only ones that tests cite", () => {
    const known = new Set(requirements.map(({ id }) => id));
    expect(citations.filter(({ id }) => !known.has(id))).toEqual([]);
  });

  test("are cited where no test is ever skipped", () => {
    expect(citing.filter(({ text }) => mayBeSkipped.test(text)).map(({ file }) => file)).toEqual([]);
  });

  test("are listed once, each with a behaviour of its own", () => {
    const ids = requirements.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)]);
    expect(ids.filter((id) => !/^[a-z]+(?:-[a-z]+)*(?:\.[a-z0-9]+(?:-[a-z0-9]+)*)+$/.test(id))).toEqual([]);
    const behaviours = requirements.map(({ behaviour }) => behaviour);
    expect(behaviours).toEqual([...new Set(behaviours)]);
    expect(behaviours.filter((behaviour) => !/^.+\.$/.test(behaviour))).toEqual([]);
  });
});

describe("a citation", () => {
  test.each([
    ["is a call", 'verifies("a.b");', ["a.b"]],
    ["may be of several", 'verifies("a.b", "c.d");', ["a.b", "c.d"]],
    ["may break over lines", 'verifies(\n  "a.b",\n  "c.d",\n);', ["a.b", "c.d"]],
    ["may be a column of a table", '{ verifies: "a.b", text: "c" }, { verifies: ["d.e", "f"] }', ["a.b", "d.e", "f"]],
    ["counts once", 'verifies("a.b"); verifies("a.b");', ["a.b"]],
    ["is none in a comment", '// verifies("a.b");\n/* verifies("c") */\n * verifies("d")', []],
    ["is none by another name", 'certifies("a.b"); verifiesAll("c")', []],
  ])("%s", (_, text, ids) => {
    expect(citationsIn(text)).toEqual(ids);
  });

  test("of what is no requirement fails its test, and does not compile", () => {
    // @ts-expect-error there is no such requirement
    const unknown: RequirementId = "lexical.nothing";
    expect(() => verifies(unknown)).toThrow("lexical.nothing is no requirement");
  });
});

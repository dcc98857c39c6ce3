import { describe, expect, test } from "vitest";
import { assignPackages } from "../3-register/assign-packages.ts";
import { type CheckDocumentsOptions, checkDocuments } from "../6-execute/check-documents.ts";
import { verifies } from "../testing/verifies.ts";
import type { Source } from "../text/source-file.ts";
import type { CatalogueExample } from "./catalogue-entry.ts";
import type { Diagnostic } from "./diagnostic.ts";
import { catalogue } from "./explanations.generated.ts";

/** What `check` reports of an example is all there is to these; AML51xx and later need a run or a diagram. */
const checked = catalogue.filter(({ code }) => /^AML(?:[1-4]\d|50)/.test(code));

const fileMark = /^<!-- file: (\S+) -->\n/m;

/** An example may hold several files, each under a comment with its path; a skill folder is a package of the project. */
function sourcesOf({ text }: CatalogueExample): Source[] {
  const [first = "", ...rest] = text.split(fileMark);
  if (rest.length === 0) return [{ file: "example.md", text: first }];
  const sources: Source[] = [];
  for (let index = 0; index + 1 < rest.length; index += 2) {
    const [file = "", body = ""] = rest.slice(index, index + 2);
    sources.push({ file, text: body });
  }
  return sources;
}

async function diagnosticsOf(
  example: CatalogueExample,
  options: CheckDocumentsOptions = {},
): Promise<readonly Diagnostic[]> {
  const sources = sourcesOf(example);
  const placed = sources.map((source) => ({ ...source, path: `/project/${source.file}` }));
  const { packages, diagnostics: found } = await assignPackages(placed, () => "project");
  const packaged = sources.map((source, index) => ({
    ...source,
    ...(packages[index] && { package: packages[index] }),
  }));
  return checkDocuments(packaged, { ...options, found }).diagnostics;
}

async function codesOf(example: CatalogueExample): Promise<string[]> {
  return (await diagnosticsOf(example)).map(({ code }) => code);
}

describe.each(checked)("$code $name", ({ code, severity, bad, good }) => {
  verifies("diagnostic.entry");
  test("has an example that is reported and one that is not", () => {
    expect(bad).not.toEqual([]);
    expect(good).not.toEqual([]);
  });

  test.each(bad)("is reported for its bad example", async (example) => {
    expect(await codesOf(example)).toContain(code);
  });

  test.each(bad)("is said with all its values, at a place, for its bad example", async (example) => {
    verifies("diagnostic.message");
    const reported = (await diagnosticsOf(example)).filter((diagnostic) => diagnostic.code === code);
    for (const { message, start, end, file } of reported) {
      expect(message).not.toMatch(/\{\w*\}|undefined|null/);
      expect(sourcesOf(example).map((source) => source.file)).toContain(file);
      expect(end.offset).toBeGreaterThan(start.offset);
    }
  });

  test.each(good)("is not reported for its good example", async (example) => {
    expect(await codesOf(example)).not.toContain(code);
  });

  test.each(good)("has a good example without an error", async (example) => {
    const errors = (await diagnosticsOf(example)).filter((diagnostic) => diagnostic.severity === "error");
    expect(errors.map((diagnostic) => diagnostic.message)).toEqual([]);
  });

  test.each(bad)("is as severe as the catalogue says, or milder where a run could go on", async (example) => {
    const reported = await diagnosticsOf(example, { purpose: "run" });
    const found = reported.filter((diagnostic) => diagnostic.code === code);
    expect(new Set(found.map((diagnostic) => diagnostic.severity))).toEqual(new Set([severity]));
  });
});

test("every code has the phase of its first digit and is used once", () => {
  verifies("diagnostic.code");
  const codes = catalogue.map(({ code }) => code);
  expect(codes.filter((code) => !/^AML[1-7]\d{3}$/.test(code))).toEqual([]);
  expect(codes).toEqual([...new Set(codes)]);
});

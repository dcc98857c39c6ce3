import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { UsageError } from "../exit.ts";
import { replaceDocument } from "./replace-document.ts";

function folderWith(name: string, text: string): { readonly folder: string; readonly file: string } {
  const folder = mkdtempSync(join(tmpdir(), "aml-replace-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, name);
  writeFileSync(file, text);
  return { folder, file };
}

describe("a document is left alone", () => {
  test("when it is no longer what was read", () => {
    const { folder, file } = folderWith("a.md", "someone else's");
    expect(() => replaceDocument(file, "before", "after")).toThrow(/changed by something else meanwhile/);
    expect(readFileSync(file, "utf8")).toBe("someone else's");
    expect(readdirSync(folder)).toEqual(["a.md"]);
  });

  test("when it is gone", () => {
    const { folder, file } = folderWith("a.md", "before");
    rmSync(file);
    expect(() => replaceDocument(file, "before", "after")).toThrow(UsageError);
    expect(readdirSync(folder)).toEqual([]);
  });
});

test.each(["a.md", `${"x".repeat(250)}.md`])("%s: the new text takes its place whole, and is all there is", (name) => {
  const { folder, file } = folderWith(name, "before");
  chmodSync(file, 0o604);
  replaceDocument(file, "before", "\uFEFFafter é");
  expect(readFileSync(file, "utf8")).toBe("\uFEFFafter é");
  expect(statSync(file).mode & 0o777).toBe(0o604);
  expect(readdirSync(folder)).toEqual([name]);
});

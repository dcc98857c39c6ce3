import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { pathOutside } from "./path-outside.ts";

/** A repository with a project in `packages/a`, in which one stands in `source`, and folders beside it. */
function machine() {
  const top = realpathSync(mkdtempSync(join(tmpdir(), "aml-path-")));
  onTestFinished(() => rmSync(top, { recursive: true, force: true }));
  const at = (...steps: readonly string[]) => join(top, ...steps);
  const make = (...steps: readonly string[]) => {
    mkdirSync(at(...steps), { recursive: true });
    return at(...steps);
  };
  make("work/mono/.git");
  const workingDirectory = make("work/mono/packages/a/source");
  const root = at("work/mono/packages/a");
  const left = (...folders: readonly string[]) =>
    pathOutside(folders.join(delimiter), { root, workingDirectory }).split(delimiter);
  return { top, at, make, left };
}

test("what is elsewhere on the machine is left, in its order, whether it is there or not", () => {
  const { at, make, left } = machine();
  const elsewhere = [make("usr/bin"), at("gone"), make("work/mono-beside"), make("lib/node_modules/.bin")];
  expect(left(...elsewhere)).toEqual(elsewhere);
});

test("what depends on where one stands is left out", () => {
  const { make, left } = machine();
  const bin = make("bin");
  expect(left("", ".", "node_modules/.bin", "../bin", bin)).toEqual([bin]);
});

test("what the project or its repository holds is left out, though it is not there yet", () => {
  const { at, make, left } = machine();
  const bin = make("bin");
  const inside = [
    make("work/mono/packages/a/node_modules/.bin"),
    make("work/mono/packages/a/tools"),
    make("work/mono/packages/b/bin"),
    make("work/mono/node_modules/.bin"),
    at("work/mono/packages/a/gone"),
    at("work/mono/packages/a"),
  ];
  expect(left(...inside, bin)).toEqual([bin]);
});

test("every node_modules/.bin at or above the working directory is left out, above the repository too", () => {
  const { at, make, left } = machine();
  const bin = make("bin");
  const above = [make("work/mono/packages/a/source/node_modules/.bin"), make("work/node_modules/.bin")];
  expect(left(...above, at("node_modules/.bin"), `${at("work/node_modules/.bin")}/`, bin)).toEqual([bin]);
});

test("links are followed into the project, out of it, and before a step upwards", () => {
  const { at, make, left } = machine();
  const bin = make("bin");
  make("work/mono/packages/a/tools/deep");
  make("work/mono/packages/a/bin");
  make("store/bin");
  make("store/modules/.bin");
  symlinkSync(at("work/mono/packages/a/tools"), at("into"));
  symlinkSync(at("store/bin"), at("work/mono/out"));
  symlinkSync(at("store/modules"), at("work/node_modules"));
  symlinkSync(at("work"), at("alias"));
  const led = [at("into"), at("work/mono/out"), at("store/modules/.bin"), at("alias/node_modules/.bin")];
  expect(left(...led, at("alias/mono/out"), `${at("into")}/../bin`, bin)).toEqual([bin]);
});

test("a PATH of which nothing is left is empty", () => {
  expect(machine().left(".", "bin")).toEqual([""]);
});

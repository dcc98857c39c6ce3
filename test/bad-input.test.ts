import { chmodSync, existsSync, mkdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type Finished, testProject } from "./support/project.ts";

const runnable =
  '<skill impl="dde-simple">\nflowchart LR\n  A@{ label: "Say", type: tool, run: "echo said" }\n</skill>\n';

function expectClear(finished: Finished, status: number, message: RegExp): void {
  const said = `${finished.stdout}${finished.stderr}`;
  expect(said).toMatch(message);
  expect(said).not.toMatch(/\n\s+at .*:\d+:\d+/);
  expect(said).not.toContain("internal error");
  expect(finished.status).toBe(status);
}

describe.each(["run", "check", "plan"])("aml %s on what is no document", (command) => {
  const flags = command === "run" ? ["--trust", "trusted"] : [];
  test("a missing file", () => {
    expectClear(testProject().aml(command, "none.md", ...flags), 2, /none\.md: no such file/);
  });
  test("a binary file", () => {
    const project = testProject();
    project.write("a.md", new Uint8Array([0x89, 0x50, 0, 1, 2]));
    expectClear(project.aml(command, "a.md", ...flags), 2, /a\.md is a binary file/);
  });
  test("a file that is not UTF-8", () => {
    const project = testProject();
    project.write("a.md", new Uint8Array([0x61, 0xff, 0xfe, 0x62]));
    expectClear(project.aml(command, "a.md", ...flags), 2, /not valid UTF-8/);
  });
  test("a file of 50 MB", () => {
    const project = testProject();
    project.write("a.md", "x".repeat(50 * 1024 * 1024));
    expectClear(project.aml(command, "a.md", ...flags), 2, /too large.*50 MB/);
  });
  test.skipIf(command === "check")("a folder", () => {
    const project = testProject({ "folder/a.md": "" });
    expectClear(project.aml(command, "folder", ...flags), 2, /is a folder/);
  });
  test("a file that may not be read", () => {
    const project = testProject({ "a.md": runnable });
    chmodSync(project.path("a.md"), 0);
    expectClear(project.amlUnprivileged(command, "a.md", ...flags), 2, /no permission to read/);
  });
});

describe.each([
  ["an empty file", ""],
  ["white space", " \n\n"],
  ["prose without AML and without a diagram", "# Title\n\nSome prose with a < b.\n"],
])("%s", (_, text) => {
  test("is sound for check, and nothing to run for plan and run", () => {
    const project = testProject({ "a.md": text });
    expect(project.aml("check", "a.md").status).toBe(0);
    expectClear(project.aml("plan", "a.md"), 1, /AML6002/);
    expectClear(project.aml("run", "a.md", "--trust", "trusted"), 1, /AML6002/);
    expect(existsSync(project.path(".aml/transcripts"))).toBe(false);
  });
});

describe("a command line that is not right", () => {
  test.each([
    ["an unknown command names the nearest", ["rnu", "a.md"], /Did you mean run\?/],
    ["an unknown option names the nearest", ["run", "a.md", "--trusted", "x"], /Did you mean --trust\?/],
    ["an unknown trust level names those there are", ["run", "a.md", "--trust", "full"], /trusted/],
    ["an unknown permission policy names those there are", ["run", "a.md", "--permissions", "allow"], /allow_once/],
    ["a missing argument", ["run"], /file/],
    ["a param without a value", ["run", "a.md", "--param", "x"], /NAME=VALUE/],
    ["a param given twice", ["run", "a.md", "--param", "x=1", "--param", "x=2"], /twice/],
    ["a number that is none", ["run", "a.md", "--max-parallel", "0"], /whole number/],
    ["an unknown run", ["status", "zzz"], /nothing was run|no run/],
  ])("%s", (_, args, message) => {
    expectClear(testProject({ "a.md": runnable }).aml(...args), 2, message);
  });

  test("no command shows the help", () => {
    const shown = testProject().aml();
    expect(shown.status).toBe(2);
    expect(`${shown.stdout}${shown.stderr}`).toContain("Usage: aml");
  });
});

describe("a state that cannot be used", () => {
  test("a state.db that is no database", () => {
    const project = testProject({
      "a.md": runnable,
      ".aml/state.db": "this is not a database, only some text\n".repeat(100),
    });
    expectClear(project.aml("run", "a.md", "--trust", "trusted"), 2, /state\.db.*not a/s);
    expect(project.read(".aml/state.db")).toContain("this is not a database");
  });

  test("a state.db that is a folder", () => {
    const project = testProject({ "a.md": runnable });
    mkdirSync(project.path(".aml/state.db"), { recursive: true });
    expectClear(project.aml("run", "a.md", "--trust", "trusted"), 2, /state\.db/);
  });

  test("an .aml that is a file", () => {
    const project = testProject({ "a.md": runnable, ".aml": "" });
    expectClear(project.aml("run", "a.md", "--trust", "trusted"), 2, /\.aml/);
  });

  test("a folder in which .aml may not be written", () => {
    const project = testProject({ "a.md": runnable });
    chmodSync(project.root, 0o500);
    expectClear(project.amlUnprivileged("run", "a.md", "--trust", "trusted"), 2, /\.aml/);
    chmodSync(project.root, 0o700);
  });
});

describe("a configuration that is not right", () => {
  test.each([
    ["no JSON", "{", /not valid JSON/],
    ["no object", "[]", /must be an object/],
    ["an unknown member", '{ "agent": {} }', /unknown member "agent"/],
    ["a wrong type", '{ "environment": "HOME" }', /environment must be a list/],
    ["an agent without a command", '{ "agents": { "x": {} } }', /agents\.x needs a "command"/],
  ])("%s", (_, text, message) => {
    const project = testProject({ "a.md": runnable });
    project.write("aml.config.json", text);
    expectClear(project.aml("run", "a.md", "--trust", "trusted"), 2, message);
  });
});

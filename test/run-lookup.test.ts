import { describe, expect, test } from "vitest";
import { testProject } from "./support/project.ts";
import { runResult } from "./support/run-result.ts";

const quick = '<skill impl="dde-simple">\nflowchart LR\n  A@{ label: "Say", type: tool, run: "echo said" }\n</skill>\n';

const commands: readonly (readonly [string, (run: string) => readonly string[]])[] = [
  ["cancel", (run) => ["cancel", run]],
  ["retry", (run) => ["retry", run, "A"]],
  ["skip", (run) => ["skip", run, "A"]],
  ["export", (run) => ["export", run]],
  ["audit show", (run) => ["audit", "show", run]],
  ["audit verify", (run) => ["audit", "verify", run]],
  ["log --follow", (run) => ["log", run, "--follow"]],
];

describe.each(commands)("aml %s", (_, args) => {
  test("in a project in which nothing was run: exit code 2, and no state is made", () => {
    const project = testProject();
    expect(project.aml(...args("abc"))).toMatchObject({
      status: 2,
      stdout: "",
      stderr: expect.stringContaining("nothing was run"),
    });
    expect(() => project.read(".aml/.gitignore")).toThrow();
  });

  test("of an unknown run, and of a run of another project: exit code 2", () => {
    const project = testProject({ "a.md": quick });
    const other = testProject({ "a.md": quick });
    const { run } = runResult(other.aml("run", "a.md", "--trust", "trusted", "--json"));
    project.aml("run", "a.md", "--trust", "trusted");
    for (const name of ["zzz", run ?? "", ""]) {
      expect(project.aml(...args(name))).toMatchObject({
        status: 2,
        stdout: "",
        stderr: expect.stringContaining("there is no run"),
      });
    }
  });

  test("without a run: exit code 2", () => {
    const given = args("abc").filter((word) => word !== "abc" && word !== "A");
    expect(testProject().aml(...given)).toMatchObject({ status: 2, stdout: "" });
  });
});

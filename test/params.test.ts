import { describe, expect, test } from "vitest";
import { testProject } from "./support/project.ts";
import { runResult } from "./support/run-result.ts";

const document = `---
title: Release
params:
  version: { required: true, description: What to release }
  level: { type: enum, values: [patch, minor], default: patch }
---
<skill impl="dde-simple">
flowchart LR
  A[Say] --> B[Look]
  <step node="A" type="tool" run="echo $AML_PARAM_VERSION-$AML_PARAM_LEVEL"/>
  <step node="B" type="manual">Good?</step>
</skill>
`;
const run = ["run", "a.md", "--trust", "trusted"] as const;

describe("the params of a document", () => {
  test.each([
    ["a required one is missing", [], /AML6206.*`version`[\s\S]*a\.md:4:3[\s\S]*--param version=/],
    [
      "one is not declared: the nearest is named",
      ["--param", "version=1", "--param", "levle=minor"],
      /AML6205.*`levle`[\s\S]*`level`/,
    ],
    [
      "one is no value of its enum",
      ["--param", "version=1", "--param", "level=major"],
      /AML6207.*`level`[\s\S]*patch, minor/,
    ],
  ])("%s: exit code 2, and nothing is run", (_, params, message) => {
    const project = testProject({ "a.md": document });
    const refused = project.aml(...run, ...params);
    expect(refused).toMatchObject({ status: 2, stdout: expect.stringMatching(message) });
    expect(project.aml("status").stdout).toContain("no runs yet");
  });

  test("are given, filled up with defaults, recorded, and the same after a resume", () => {
    const project = testProject({ "a.md": document });
    const ran = runResult(project.aml(...run, "--param", "version=2", "--json"));
    expect(ran.plans[0]?.nodes[0]?.output?.text).toBe("2-patch\n");
    const { options } = JSON.parse(project.aml("export", ran.run ?? "").stdout).run;
    expect(options.params).toEqual({ version: "2", level: "patch" });
    expect(project.aml("approve", ran.run ?? "", "B", "--resume")).toMatchObject({ status: 0 });
  });

  test("that are declared wrong are found by check and plan", () => {
    const project = testProject({ "a.md": document.replace("type: enum", "type: enmu") });
    for (const args of [
      ["check", "a.md"],
      ["plan", "a.md"],
    ] as const) {
      expect(project.aml(...args)).toMatchObject({ status: 1, stdout: expect.stringContaining("AML2018") });
    }
  });

  test("of a document that is only planned are not missing", () => {
    expect(testProject({ "a.md": document }).aml("plan", "a.md")).toMatchObject({ status: 0 });
  });

  test("of a document that declares none are free", () => {
    const project = testProject({ "a.md": document.replace(/^---[\s\S]*---\n/, "") });
    const ran = runResult(project.aml(...run, "--param", "version=2", "--param", "levle=x", "--json"));
    expect(ran.plans[0]?.nodes[0]?.output?.text).toBe("2-\n");
  });

  test("front matter that is no YAML stops nothing when it declares no params", () => {
    const project = testProject({ "a.md": document.replace(/params:[\s\S]*?---/, "a: b: c\n---") });
    expect(runResult(project.aml(...run, "--json")).status).toBe("waiting");
  });
});

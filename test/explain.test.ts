import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { repository, testProject } from "./support/project.ts";

const document = `<skill define="interface" name="review"><tool deny="write"/></skill>
<skill define="implementation" name="fast" implements="review" language="go" priority="10"/>
<skill define="implementation" name="slow" implements="review" language="go"/>
<skill define="implementation" name="other" implements="review" language="js"/>
<tool allow="grep,view,write">
  <skill interface="review" language="go"/>
  <skill impl="dde-simple">
    flowchart LR
    A[Load] --> B[Count]
    <step node="B" type="prompt" tools="grep">Count them.</step>
  </skill>
</tool>
`;

describe("aml explain FILE:LINE", () => {
  test("an invocation: the element, why it resolves to what it does, and who narrowed its tools", () => {
    const { stdout, status } = testProject({ "a.md": document }).aml("explain", "a.md:6");
    expect(status).toBe(0);
    expect(stdout.trimEnd().split("\n")).toEqual([
      'a.md:6:3: <skill interface="review" language="go"/>',
      "  invocation at 4.0",
      '  inside <tool allow="grep,view,write"> (line 5)',
      "",
      "Resolution: fast, of the package a (a.md:2)",
      '  asked for  interface="review" language="go"',
      "  because    the highest priority (10) of 2 that fit",
      "  candidate  fast (go, priority 10), a.md:2",
      "  candidate  slow (go), a.md:3",
      "  candidate  other (js): the hints exclude it, a.md:4",
      "",
      "Tools: grep, view",
      '  a.md:5:1: <tool allow="grep,view,write"> leaves grep, view, write',
      '  a.md:1:41: <tool deny="write"/> leaves grep, view',
    ]);
  });

  test("a step: its place in the plan, and its own tools", () => {
    const { stdout } = testProject({ "a.md": document }).aml("explain", "a.md:10");
    expect(stdout).toContain("Step B Count: 2 of 2 in order, simple plan");
    expect(stdout).toContain("after   A");
    expect(stdout).toContain("before  nothing: it ends the plan");
    expect(stdout).toContain("Tools: grep\n");
    expect(stdout).toContain("the step's own `tools`");
  });

  test("a column chooses among what stands on one line", () => {
    const project = testProject({ "a.md": document });
    expect(project.aml("explain", "a.md:9").stdout).toContain("Step A Load: 1 of 2");
    expect(project.aml("explain", "a.md:9:17").stdout).toContain("Step B Count: 2 of 2");
    expect(project.aml("explain", "a.md:1:41").stdout).toContain("tool at 0.0");
  });

  test("what is not resolved says why, with the diagnostics of the line", () => {
    const { stdout, status } = testProject({ "a.md": '<skill interface="nobody"/>' }).aml("explain", "a.md:1");
    expect(status).toBe(0);
    expect(stdout).toContain("Resolution: nothing");
    expect(stdout).toContain("no interface of that name is seen from here");
    expect(stdout).toContain("warning[AML4006]");
  });

  test("a skill of the project is named with its package and its file", () => {
    const project = testProject({
      ".claude/skills/look/SKILL.md": "---\nname: look\n---\nLook for bugs.\n",
      "a.md": '<skill name="look"/>',
    });
    expect(project.aml("explain", "a.md:1").stdout).toContain(
      "Resolution: look, of the package look (.claude/skills/look/SKILL.md:1)",
    );
  });

  test.each([
    ["a line that is not there", "a.md:99", /a\.md has no line 99: it has 13 lines/],
    ["line 0", "a.md:0", /has no line 0/],
    ["a column that is not there", "a.md:5:99", /line 5 of a\.md has no column 99/],
    ["column 0", "a.md:5:0", /has no column 0/],
    ["a file that is not there", "none.md:1", /none\.md: no such file/],
    ["a folder", "folder:1", /folder is a folder, not a document/],
    ["neither a code nor a place", "a.md", /there is no diagnostic "a\.md"/],
  ])("%s: exit code 2", (_, asked, message) => {
    const project = testProject({ "a.md": document, "folder/a.md": document });
    expect(project.aml("explain", asked)).toMatchObject({ status: 2, stderr: expect.stringMatching(message) });
  });

  test("--json has the published shape wherever it is asked", () => {
    const project = testProject({ "a.md": document, "b.mmd": "flowchart LR\n  A --> B\n", "c.md": '<skill ref="x"/>' });
    const schema = JSON.parse(readFileSync(join(repository, "spec/explain-result.schema.json"), "utf8"));
    const validate = new Ajv2020({ strict: true, allErrors: true }).compile(schema);
    const places = ["a.md:1", "a.md:2", "a.md:6:5", "a.md:7", "a.md:9", "a.md:10", "a.md:13", "b.mmd:2", "c.md:1"];
    for (const place of places) {
      const printed = JSON.parse(project.aml("explain", place, "--json").stdout);
      expect([place, validate(printed), validate.errors]).toEqual([place, true, null]);
    }
  });

  test("--json of a code is its entry", () => {
    const printed = JSON.parse(testProject().aml("explain", "AML2007", "--json").stdout);
    expect(printed).toMatchObject({ version: 1, diagnostic: { code: "AML2007", name: "conflicting-tool-lists" } });
  });
});

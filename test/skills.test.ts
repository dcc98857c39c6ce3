import { describe, expect, test } from "vitest";
import { testProject } from "./support/project.ts";
import { runResult } from "./support/run-result.ts";

const skill = [
  "---",
  "name: lines",
  "description: Counts lines.",
  "---",
  '<skill define="interface" name="count-lines"/>',
  '<skill define="implementation" name="wc" implements="count-lines" run="bash">',
  "```bash",
  "wc -l",
  "```",
  "</skill>",
  "",
].join("\n");
const document = '<skill interface="count-lines">a\nb\n</skill>';

describe("a skill folder of the project", () => {
  test("is seen by check, plan and run alike", () => {
    const project = testProject({ "a.md": document, ".agents/skills/lines/SKILL.md": skill });
    expect(project.aml("check", "a.md")).toMatchObject({ status: 0, stdout: expect.stringContaining("0 warnings") });
    expect(project.aml("plan", "a.md").stdout).toContain("tool bash");
    const result = runResult(project.aml("run", "a.md", "--trust", "trusted", "--json"));
    expect(result.output.text.trim()).toBe("2");
    expect(result.nodes[0]).toMatchObject({ implementation: "wc", package: "lines" });
  });

  test("is not used by a document that is not trusted", () => {
    const project = testProject({ "a.md": document, ".agents/skills/lines/SKILL.md": skill });
    expect(project.aml("run", "a.md", "--trust", "semi-trusted").status).toBe(1);
  });
});

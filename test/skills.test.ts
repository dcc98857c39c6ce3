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

  test("may use no more tools than its `allowed-tools` says", () => {
    const narrowed = skill.replace("description: Counts lines.", "allowed-tools: Read");
    const project = testProject({ "a.md": document, ".agents/skills/lines/SKILL.md": narrowed });
    const refused = runResult(project.aml("run", "a.md", "--trust", "trusted", "--json"));
    expect(refused).toMatchObject({ status: "refused", diagnostics: [{ code: "AML5104" }] });
    expect(project.aml("explain", "a.md:1").stdout).toMatch(/SKILL\.md: `allowed-tools` leaves view/);
    project.write(
      ".agents/skills/lines/SKILL.md",
      skill.replace("description: Counts lines.", "allowed-tools: Bash(wc:*)"),
    );
    expect(runResult(project.aml("run", "a.md", "--trust", "trusted", "--json")).status).toBe("done");
    expect(project.aml("check", ".agents").stdout).toContain("AML6233");
  });

  test("is not used by a document that is not trusted", () => {
    const project = testProject({ "a.md": document, ".agents/skills/lines/SKILL.md": skill });
    expect(project.aml("run", "a.md", "--trust", "semi-trusted").status).toBe(1);
  });
});

import { mkdirSync, renameSync, rmSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { testProject } from "./support/project.ts";

const broken = '<tool allow="grep" deny="bash"><session/></tool>';

describe("aml check --watch", () => {
  test.each(["SIGINT", "SIGTERM"] as const)("checks again on every change, until %s: exit code 130", async (signal) => {
    const project = testProject({ "docs/a.md": broken });
    const started = project.start({}, "check", "docs", "--watch");
    await started.shows("1 file: 1 error,");
    project.write("docs/a.md", "mended");
    await started.shows("1 file: 0 errors,");
    project.write("docs/new.md", "more");
    await started.shows("2 files: 0 errors,");
    mkdirSync(project.path("docs/deep"));
    project.write("docs/deep/b.md", `${broken}${broken}`);
    await started.shows("3 files: 2 errors,");
    project.write("docs/deep/b.md", `${broken}${broken}${broken}`);
    await started.shows("3 files: 3 errors,");
    rmSync(project.path("docs/deep"), { recursive: true });
    rmSync(project.path("docs/new.md"));
    await started.shows("watching");
    started.child.kill(signal);
    const { status, stderr } = await started.finished;
    expect(status).toBe(130);
    expect(stderr).not.toMatch(/error|\n\s+at /i);
  });

  test("a file that an editor replaces, that vanishes, and that is back", async () => {
    const project = testProject({ "a.md": broken });
    const started = project.start({}, "check", "a.md", "--watch");
    await started.shows("1 file: 1 error,");
    project.write("a.md.new", `${broken}${broken}`);
    renameSync(project.path("a.md.new"), project.path("a.md"));
    await started.shows("1 file: 2 errors,");
    rmSync(project.path("a.md"));
    await started.shows("no such file");
    project.write("a.md", `${broken}${broken}${broken}`);
    await started.shows("1 file: 3 errors,");
    started.child.kill("SIGINT");
    expect((await started.finished).status).toBe(130);
  });

  test("a definition that changes in a skill changes what its users are told", async () => {
    const skill = "---\nname: q\n---\n";
    const provided = '<skill define="interface" name="r"/><skill define="implementation" name="i" implements="r"/>';
    const project = testProject({
      ".claude/skills/q/SKILL.md": `${skill}${provided}`,
      "docs/a.md": '<skill interface="r"/>',
    });
    const started = project.start({}, "check", "docs", "--watch");
    await started.shows("1 file: 0 errors, 0 warnings");
    project.write(".claude/skills/q/SKILL.md", skill);
    await started.shows("1 file: 0 errors, 1 warning,");
    started.child.kill("SIGINT");
    expect((await started.finished).status).toBe(130);
  });

  test("with --fix it does not take its own writing for a change", async () => {
    const project = testProject({ "a.md": '<tool allow="Read,grep"><session/></tool>' });
    const started = project.start({}, "check", "--fix", "--watch", "--format", "json");
    await started.shows("watching");
    expect(project.read("a.md")).toContain("view");
    project.write("b.md", broken);
    await started.shows('"files":2');
    started.child.kill("SIGINT");
    const reports = (await started.finished).stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(reports.map(({ fixed, summary }) => [fixed.length, summary.files])).toEqual([
      [1, 1],
      [0, 2],
    ]);
  });
});

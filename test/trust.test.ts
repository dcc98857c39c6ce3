import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { repository, testProject } from "./support/project.ts";

const document =
  '<skill impl="dde-simple">\nflowchart LR\n  A@{ label: "Touch", type: tool, run: "touch ran" }\n</skill>\n';

describe("a document runs only when a person trusts it", () => {
  test("in a project that nobody trusted it does not run, and the message says how", () => {
    const project = testProject({ "a.md": document });
    const run = project.aml("run", "a.md");
    expect(run.status).toBe(2);
    expect(run.stderr).toContain("--trust");
    expect(run.stderr).toContain("aml trust");
    expect(() => project.read("ran")).toThrow();
    expect(() => project.read(".aml/state.db")).toThrow();
  });

  test("--trust trusted runs it once, and the next run asks again", () => {
    const project = testProject({ "a.md": document });
    expect(project.aml("run", "a.md", "--trust", "trusted").status).toBe(0);
    expect(project.aml("run", "a.md").status).toBe(2);
  });

  test("aml trust remembers the project until its configuration changes", () => {
    const project = testProject({ "a.md": document });
    expect(project.aml("trust").status).toBe(0);
    expect(project.aml("run", "a.md").status).toBe(0);
    project.write("aml.config.json", '{ "environment": ["HOME"] }');
    expect(project.aml("run", "a.md").status).toBe(2);
  });

  test("trust in a project does not cover a document outside it", () => {
    const project = testProject();
    const elsewhere = testProject({ "a.md": document });
    project.aml("trust");
    expect(project.aml("run", elsewhere.path("a.md")).stderr).toContain("outside the project");
  });

  test("an untrusted document never runs", () => {
    const project = testProject({ "a.md": document });
    const run = project.aml("run", "a.md", "--trust", "untrusted");
    expect(run).toMatchObject({ status: 1 });
    expect(run.stdout).toContain("AML5103");
  });

  test("a semi-trusted document may not run a command while no policy grants it", () => {
    const project = testProject({ "a.md": document });
    const run = project.aml("run", "a.md", "--trust", "semi-trusted");
    expect(run).toMatchObject({ status: 1 });
    expect(run.stdout).toContain("AML5106");
    expect(() => project.read("ran")).toThrow();
  });

  test("check and plan need no trust, start nothing and write nothing", () => {
    const project = testProject({ "a.md": document });
    expect(project.aml("check", "a.md").status).toBe(0);
    expect(project.aml("plan", "a.md").stdout).toContain("Touch");
    expect(() => project.read("ran")).toThrow();
    expect(() => project.read(".aml/state.db")).toThrow();
  });

  test("a clone's own command trusts the examples it ships in the clone only: not from another project", () => {
    const command = `${repository}packages/cli/dist/aml.js`;
    const project = testProject();
    const foreign = spawnSync(process.execPath, [command, "run", `${repository}examples/plain.mmd`], {
      cwd: project.root,
      encoding: "utf8",
    });
    expect(foreign.status).toBe(2);
    expect(foreign.stderr).toContain("is outside the project");
  });
});

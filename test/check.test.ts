import { describe, expect, test } from "vitest";
import { testProject } from "./support/project.ts";
import { published } from "./support/published.ts";

const faults: [string, string, string, number, number][] = [
  ["an unclosed tag", 'text\n<skill interface="a">never closed', "AML1001", 2, 1],
  ["a missing required attribute", '<agent model="m">\nhello</agent>', "AML2002", 1, 1],
  ["allow with deny", '<session>\n  <tool allow="grep" deny="bash"><session/></tool>\n</session>', "AML2007", 2, 22],
  [
    "a step that matches no node",
    '<skill impl="dde-simple">\nflowchart LR\n  A --> B\n<step node="Z" type="manual">x</step>\n</skill>',
    "AML7048",
    4,
    1,
  ],
  [
    "a cycle in the diagram",
    '<skill impl="dde-simple">\nflowchart LR\n  A --> B\n  B --> A\n</skill>',
    "AML7001",
    4,
    5,
  ],
];

describe("aml check", () => {
  test.each(faults)(
    "reports %s with code, line, column and code frame, and exits with 1",
    (_, text, code, line, column) => {
      const project = testProject({ "a.md": text });
      const pretty = project.aml("check", "a.md");
      expect(pretty.status).toBe(1);
      expect(pretty.stdout).toContain(`error[${code}]`);
      expect(pretty.stdout).toContain(`a.md:${line}:`);
      expect(pretty.stdout).toContain("^");
      const { files } = JSON.parse(project.aml("check", "a.md", "--format", "json").stdout);
      expect(files[0].diagnostics).toContainEqual(
        expect.objectContaining({ code, start: expect.objectContaining({ line, column }) }),
      );
    },
  );

  test("a sound document has no errors and exits with 0", () => {
    const project = testProject();
    project.copy("examples/nightly-load/nightly-load.md");
    const checked = project.aml("check", "examples");
    expect(checked).toMatchObject({ status: 0 });
    expect(checked.stdout).toContain("1 file: 0 errors");
  });

  test("folders are looked through, and one broken file hides nothing in the others", () => {
    const project = testProject({
      "docs/a.md": "<tool allow",
      "docs/b.mmd": "flowchart LR\n  A --> A\n",
      "docs/c.txt": "<tool allow",
    });
    const { files, summary } = JSON.parse(project.aml("check", "docs", "--format", "json").stdout);
    expect(files.map(({ file }: { file: string }) => file)).toEqual(["docs/a.md", "docs/b.mmd"]);
    expect(summary).toMatchObject({ files: 2 });
    expect(files[1].diagnostics[0]).toMatchObject({ code: "AML7001" });
  });

  test("the JSON of a document has version and positions in UTF-16 code units", () => {
    const project = testProject({ "a.md": '😀 <tool allow="a" deny="b"><session/></tool>' });
    const { version, files } = JSON.parse(project.aml("check", "a.md", "--format", "json").stdout);
    expect(version).toBe(1);
    expect(files[0].diagnostics.find(({ code }: { code: string }) => code === "AML2007").start).toEqual({
      line: 1,
      column: 20,
      offset: 19,
    });
  });
});

describe("aml explain", () => {
  test("shows the entry of a code, with a bad and a good example", () => {
    const shown = testProject().aml("explain", "AML2007");
    expect(shown.status).toBe(0);
    expect(shown.stdout).toContain("conflicting-tool-lists");
    expect(shown.stdout).toContain("Reported:");
    expect(shown.stdout).toContain("Accepted:");
  });

  test("names the nearest code for one that does not exist", () => {
    expect(testProject().aml("explain", "AML2O07")).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("AML2007"),
    });
  });
});

describe("aml plan", () => {
  test("shows what would run, in order, with agents, tools and constraints", () => {
    const project = testProject();
    project.copy("examples/review-with-agent/review.md");
    project.write("aml.config.json", '{ "agents": { "reviewer": { "profile": "scripted", "script": "s.json" } } }');
    const planned = project.aml("plan", "examples/review-with-agent/review.md");
    expect(planned).toMatchObject({ status: 0 });
    for (const part of ["agent reviewer", "allowed: grep, view, write", "1. A", "2. B"]) {
      expect(planned.stdout).toContain(part);
    }
  });

  test("--format json has the tree and the plan in the published shape", () => {
    const project = testProject();
    project.copy("examples/nightly-load/nightly-load.md");
    const planned = published(
      "plan-result.schema.json",
      project.aml("plan", "examples/nightly-load/nightly-load.md", "--format", "json"),
    );
    expect(planned.version).toBe(1);
    expect(planned.tree[0]).toMatchObject({ path: "0", kind: "agent", name: "diagram-driver" });
    expect(planned.plans[0]).toMatchObject({ mode: "simple", order: ["A", "B", "C", "D"] });
    expect(planned.plans[0].edges[0]).toMatchObject({ from: "A", to: "B", label: null, kind: "solid" });
    expect(planned.plans[0].nodes[2].tools).toEqual({ allowed: ["sql"], denied: [] });
  });

  test("exits with 1 for a document that could not run", () => {
    const project = testProject({ "a.md": '<skill impl="dde-simple">\nflowchart LR\n  A[Think]\n</skill>' });
    const planned = project.aml("plan", "a.md");
    expect(planned.status).toBe(1);
    expect(planned.stdout).toContain("AML5107");
  });
});

import { describe, expect, test } from "vitest";
import { testProject } from "./support/project.ts";
import { runResult } from "./support/run-result.ts";

const count = '<skill define="interface" name="count"/>';
const counting = (name: string, option: string) =>
  [
    `<skill define="implementation" name="${name}" implements="count" run="bash">`,
    "```bash",
    `wc ${option}`,
    "```",
    "</skill>",
  ].join("\n");
const invocation = '<skill interface="count">a b\n</skill>';
const files = {
  "a.md": invocation,
  "lib/count.aml": [count, counting("lines", "-l"), counting("words", "-w")].join("\n\n"),
};
const configured = (members: object) => ({ ...files, "aml.config.json": JSON.stringify(members) });

function runsAs(members: object) {
  const project = testProject(configured(members));
  return runResult(project.aml("run", "a.md", "--trust", "trusted", "--json"));
}

describe("what the configuration imports", () => {
  test("is not seen where it is not imported", () => {
    const { status, stdout } = testProject(configured({})).aml("check", "a.md");
    expect(stdout).toContain("AML4");
    expect(status).toBe(0);
  });

  test.each([
    ["a file", ["lib/count.aml"]],
    ["a folder", ["lib"]],
  ])("is seen by check and run: %s", (_, list) => {
    const members = { import: list, defaults: { count: "words" } };
    const checked = testProject(configured(members)).aml("check", "--max-warnings", "0", "a.md");
    expect(checked).toMatchObject({ status: 0 });
    expect(runsAs(members)).toMatchObject({
      output: { text: expect.stringMatching(/^2\s*$/) },
      nodes: [{ implementation: "words", package: "count" }],
    });
  });

  test("brings two files of one name as two packages", () => {
    const project = testProject({
      "a.md": invocation,
      "one/part.aml": count,
      "two/part.aml": counting("lines", "-l"),
      "aml.config.json": JSON.stringify({ import: ["one", "two"] }),
    });
    expect(project.aml("check", "a.md", "one", "two", "--max-warnings", "0")).toMatchObject({ status: 0 });
    expect(runResult(project.aml("run", "a.md", "--trust", "trusted", "--json")).output.text.trim()).toBe("1");
  });

  test("is the whole skill that a file belongs to, once, though it is a skill of the project too", () => {
    const project = testProject({
      "a.md": invocation,
      ".agents/skills/counter/SKILL.md": `---\nname: counter\ndescription: Counts.\n---\n${count}`,
      ".agents/skills/counter/more.md": counting("lines", "-l"),
      "aml.config.json": JSON.stringify({ import: [".agents/skills/counter/SKILL.md"] }),
    });
    expect(project.aml("check", "a.md", "--max-warnings", "0")).toMatchObject({ status: 0 });
    const { nodes } = runResult(project.aml("run", "a.md", "--trust", "trusted", "--json"));
    expect(nodes).toMatchObject([{ implementation: "lines", package: "counter" }]);
  });

  test.each([
    ["check", []],
    ["plan", []],
    ["run", ["--trust", "trusted"]],
  ])("has to be there: %s", (command, flags) => {
    const nothing = testProject(configured({ import: [""] })).aml(command, "a.md", ...flags);
    expect([nothing.status, nothing.stderr]).toEqual([2, expect.stringContaining("import[0] must not be empty")]);
    const { status, stderr } = testProject(configured({ import: ["nowhere"] })).aml(command, "a.md", ...flags);
    expect(status).toBe(2);
    expect(stderr).toContain("aml.config.json imports nowhere, which is not there");
  });
});

test("an imported folder has to hold a document", () => {
  const project = testProject({ ...configured({ import: ["lib", "bare"] }), "bare/a.txt": "" });
  const { status, stderr } = project.aml("check", "a.md");
  expect(status).toBe(2);
  expect(stderr).toContain("aml.config.json imports bare, which holds no documents");
});

describe("the configured default of an interface", () => {
  test("is taken of several that fit, and explained", () => {
    expect(runsAs({ import: ["lib"], defaults: { count: "lines" } }).output.text.trim()).toBe("1");
    const project = testProject(configured({ import: ["lib"], defaults: { count: "lines" } }));
    expect(project.aml("explain", "a.md:1").stdout).toMatch(/because.*default/);
  });

  test("is missed where there is none", () => {
    expect(runsAs({ import: ["lib"] })).toMatchObject({ status: "refused" });
  });

  test("of a run is the one that it began with", () => {
    const project = testProject({
      ...configured({ import: ["lib"], defaults: { count: "words" } }),
      "a.md": [
        '<skill impl="dde-simple" mode="simple">',
        "```mermaid",
        "flowchart LR",
        "  A[Wait] --> B[Done]",
        "```",
        '<step node="A" type="manual"/>',
        '<step node="B" type="manual"/>',
        "</skill>",
        invocation,
      ].join("\n"),
    });
    const { run } = runResult(project.aml("run", "a.md", "--trust", "trusted", "--json"));
    const id = run ?? "";
    project.write("aml.config.json", JSON.stringify({ defaults: { count: "lines" } }));
    for (const step of ["A", "B"]) {
      project.aml("approve", id, step);
      project.aml("resume", id);
    }
    const resumed = JSON.parse(project.aml("status", id, "--json").stdout);
    expect(resumed).toMatchObject({ status: "done" });
    expect(project.aml("log", id).stdout).toContain("words");
  });
});

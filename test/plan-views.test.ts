import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { repository, type TestProject, testProject } from "./support/project.ts";
import { published } from "./support/published.ts";
import { runResult } from "./support/run-result.ts";

const release = `flowchart TB
subgraph checks [Checks]
  lint@{ shape: subproc, label: "Lint", type: tool, run: "true" }
end
lint --> ready@{ shape: diam, label: "Ready?", type: gate, run: "echo no" }
ready -->|yes| ship[Ship it]
ready -->|no| ask@{ label: "Ask <somebody>", type: manual }
ask --> broken@{ label: "Break", type: tool, run: "exit 3" }
lint -.-> broken2@{ label: "Break too", type: tool, run: "exit 3" }
ship@{ type: tool, run: "true" }
`;

const twoPlans = `<skill impl="dde-simple">
flowchart LR
  A --> B
<step node="A" type="manual">x</step>
<step node="B" type="manual">x</step>
</skill>
<skill impl="dde-simple">
flowchart LR
  C --> D
<step node="C" type="manual">x</step>
<step node="D" type="manual">x</step>
</skill>
`;

/** A project with a run that has a step of every status but one. */
function mixedRun(): { readonly project: TestProject; readonly run: string } {
  const project = testProject({ "release.mmd": release });
  const run = runResult(project.aml("run", "release.mmd", "--trust", "trusted", "--json")).run ?? "";
  return { project, run };
}

describe("aml plan --format svg", () => {
  test("prints one picture that needs nothing else", () => {
    const { stdout, stderr, status } = testProject({ "release.mmd": release }).aml(
      "plan",
      "release.mmd",
      "--format",
      "svg",
    );
    expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
    expect(stdout).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" /);
    expect(stdout).toMatch(/<\/svg>\n$/);
    for (const part of ["Ask &lt;somebody&gt;", ">Checks<", ">manual<", ">tool: bash<"]) expect(stdout).toContain(part);
  });

  test("asks which of several plans is meant, and draws that", () => {
    const project = testProject({ "two.md": twoPlans });
    const several = project.aml("plan", "two.md", "--format", "svg");
    expect(several).toMatchObject({ status: 2, stdout: "" });
    expect(several.stderr).toContain("two.md has 2 plans, and an SVG shows one");
    const [, second = ""] = /--plan: \S+, (\S+)/.exec(several.stderr) ?? [];
    const drawn = project.aml("plan", "two.md", "--format", "svg", "--plan", second);
    expect(drawn).toMatchObject({ status: 0, stderr: "" });
    expect(drawn.stdout).toMatch(/>C<[\s\S]*>D</);
    expect(drawn.stdout).not.toContain(">A<");
    expect(project.aml("plan", "two.md", "--format", "mermaid").stdout.match(/^flowchart LR$/gm)).toHaveLength(2);
    expect(
      project.aml("plan", "two.md", "--format", "mermaid", "--plan", second).stdout.match(/^flowchart/gm),
    ).toHaveLength(1);
  });

  test.each([
    [
      "a plan that is not there",
      ["two.md", "--format", "svg", "--plan", "x"],
      2,
      /two\.md has no plan "x"\n.*its plans: /,
    ],
    ["a choice of what is not drawn", ["two.md", "--plan", "x"], 2, /--plan chooses the plan to draw/],
    ["a document without a diagram", ["no.md", "--format", "svg"], 2, /no\.md has no plan/],
    ["a diagram that is refused", ["bad.mmd", "--format", "svg"], 1, /AML70\d\d/],
    [
      "a plan that is too large",
      ["large.mmd", "--format", "svg"],
      2,
      /1001 steps[\s\S]*--format mermaid and --format text/,
    ],
  ])("%s is told on stderr, and nothing is printed", (_what, args, status, told) => {
    const large = `flowchart LR\n${Array.from({ length: 1001 }, (_, index) => `n${index}@{ type: manual }`).join("\n")}\n`;
    const project = testProject({
      "two.md": twoPlans,
      "no.md": '<tool allow="view">Only prose.</tool>\n',
      "bad.mmd": "flowchart LR\nA --- B\n",
      "large.mmd": large,
    });
    const planned = project.aml("plan", ...args);
    expect(planned).toMatchObject({ status, stdout: "" });
    expect(planned.stderr).toMatch(told);
  });
});

test("no command but those that draw loads what places a picture", () => {
  const dist = join(repository, "packages/cli/dist");
  const texts = readdirSync(dist)
    .filter((name) => name.endsWith(".js"))
    .map((name) => readFileSync(join(dist, name), "utf8"));
  expect(texts.filter((text) => text.includes("network-simplex") && !text.includes("aml-plan")).length).toBeGreaterThan(
    0,
  );
  // Loaded when it is needed, never `from` or bare, and by nothing that loads at the start.
  const needing = texts.filter((text) => /chunk-dagre/.test(text));
  expect(needing.length).toBeGreaterThan(0);
  for (const text of needing) {
    expect(text.match(/chunk-dagre/g)).toEqual(text.match(/(?<=\bimport\([`"']\.\/)chunk-dagre/g));
    expect(text).toContain("aml-plan");
  }
});

describe("aml plan", () => {
  test("shows branches as a tree, with the place of each step in the order", () => {
    const { stdout } = testProject({ "release.mmd": release }).aml("plan", "release.mmd");
    const lines = stdout.split("\n").filter((line) => line.startsWith(" "));
    expect(lines.map((line) => line.trimEnd())).toEqual([
      "  1. lint  Lint  [tool: bash]",
      "  ├─ 2. ready    Ready?  [gate: bash]",
      "  │  ├─ yes",
      "  │  │  4. ship    Ship it  [tool: bash]",
      "  │  └─ no",
      "  │        ask     Ask <somebody>  [manual]",
      "  │        broken  Break  [tool: bash]",
      "  └─ 3. broken2  Break too  [tool: bash]",
    ]);
  });
});

describe("aml status RUN", () => {
  const statuses = ["done", "skipped", "waiting", "pending", "blocked"];

  test("shows the steps as a tree with their statuses, the label that was chosen, and what failed", () => {
    const { project, run } = mixedRun();
    const { stdout } = project.aml("status", run);
    for (const line of [
      /^ {2}✓ lint {2}Lint {2}done, \S+ m?s$/m,
      /^ {2}│ {2}├─ yes \(not taken\)$/m,
      /^ {2}│ {2}│ {2}- ship {4}Ship it {2}skipped, not taken$/m,
      /^ {2}│ {2}└─ ✓ no$/m,
      /^ {2}│ {5}\? ask {5}Ask <somebody> {2}waiting$/m,
      /^ {2}│ {5}· broken {2}Break {2}pending$/m,
      /^ {2}└─ ✗ broken2 {2}Break too {2}blocked, \S+ m?s$/m,
      /^ {2}broken2: exit status 3$/m,
    ])
      expect(stdout).toMatch(line);
  });

  test("shows them for a run that is done as well", () => {
    const project = testProject({ "a.mmd": 'flowchart LR\nA@{ label: "Go", type: tool, run: "true" }\n' });
    const { run } = runResult(project.aml("run", "a.mmd", "--trust", "trusted", "--json"));
    expect(project.aml("status", run ?? "").stdout).toMatch(/✓ A {2}Go {2}done/);
  });

  test("draws them as an SVG with the status of each step in words", () => {
    const { project, run } = mixedRun();
    const { stdout, status } = project.aml("status", run, "--format", "svg");
    expect(status).toBe(0);
    expect(stdout).toContain(">release.mmd: failed</title>");
    for (const name of statuses) expect(stdout).toMatch(new RegExp(`<g class="${name}">[^]*?[✓?·✗-] ${name}`));
    expect(stdout).toMatch(/class="edge solid chosen"[\s\S]*✓ no/);
    expect(stdout).toContain('class="edge solid dead"');
  });

  test("draws them as mermaid with a class for each status, which is a diagram again", () => {
    const { project, run } = mixedRun();
    const drawn = project.aml("status", run, "--format", "mermaid").stdout;
    for (const name of statuses) expect(drawn).toMatch(new RegExp(`${name}[^\\n]*:::${name}$`, "m"));
    project.write("again.mmd", drawn);
    const again = project.aml("plan", "again.mmd", "--format", "json");
    expect(JSON.parse(again.stdout).plans[0].nodes).toHaveLength(6);
  });

  test("--format json is what --json prints, in the published shape", () => {
    const { project, run } = mixedRun();
    const [long, short] = [project.aml("status", run, "--format", "json"), project.aml("status", run, "--json")];
    expect(long.stdout).toBe(short.stdout);
    expect(published("run-result.schema.json", long)).toMatchObject({ version: 1, run, status: "failed" });
    expect(published("run-list.schema.json", project.aml("status", "--format", "json")).runs).toHaveLength(1);
  });

  test.each([
    ["no run to draw", ["--format", "svg"], "name the run"],
    ["two formats", ["RUN", "--json", "--format", "svg"], "cannot be used with"],
    ["a plan that is not of the run", ["RUN", "--format", "mermaid", "--plan", "x"], 'has no plan "x"'],
    ["a choice of what is not drawn", ["RUN", "--plan", "x"], "--plan chooses the plan to draw"],
  ])("refuses %s", (_what, args, told) => {
    const { project, run } = mixedRun();
    const refused = project.aml("status", ...args.map((arg) => (arg === "RUN" ? run : arg)));
    expect(refused).toMatchObject({ status: 2, stdout: "", stderr: expect.stringContaining(told) });
  });
});

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { repository, type TestProject, testProject } from "./support/project.ts";
import { runResult } from "./support/run-result.ts";

/** The ways in which a document embeds a diagram, as the skill that diagram-driven execution comes from shows them. */
const examples = {
  lightweight: `<skill impl="dde-simple" mode="simple" role="enforcement">
  flowchart LR
    A[Collect] --> B[Sort]
</skill>
`,
  full: `<skill impl="dde-advanced" mode="advanced" role="enforcement">
  flowchart TD
    A[Collect] --> G{"Enough?|type=gate"}
    G -->|pass| B[Sort]
    G -->|fail| C[Complain]

  <step node="G" run="true">Are there enough of them?</step>
</skill>
`,
  delegated: `<agent name="diagram-driver" mode="sync">
  <skill impl="dde-advanced" mode="advanced">
    flowchart LR
      A[Collect] --> B[Sort] --> C[Store]
  </skill>
</agent>
`,
  annotated: `<agent name="diagram-driver" mode="sync">
  <tool allow="sql,bash">
    <skill impl="dde-simple" mode="simple">
      flowchart LR
        A[Collect] --> B[Sort] --> C[Store]

      <step node="A" type="tool" label="Collect the readings" tools="bash">
        Copy the newest readings from the station.
        Count them.
      </step>

      <step node="B" label="Sort and check" tools="sql">
        Sort the readings by time. Leave out those without one.
      </step>

      <step node="C" label="Store them" tools="sql">
        Insert what is left, and say how many there were.
      </step>
    </skill>
  </tool>
</agent>
`,
  sessions: `<agent name="diagram-driver" mode="sync">
  <tool allow="sql,bash">
    <skill impl="dde-advanced" mode="advanced">
      flowchart LR
        A[Sketch] --> B[Build] --> C[Look] --> D[Hand over]

      <step node="B" type="session" label="Build it">
        Have the workshop build what step A sketched.
      </step>

      <step node="C" type="manual" label="A person looks">
        Wait until somebody has looked at it.
      </step>
    </skill>
  </tool>
</agent>
`,
};

const ends: Record<string, unknown> = {
  lightweight: ["done", []],
  full: ["done", ["C skipped"]],
  delegated: ["done", []],
  annotated: ["done", []],
  sessions: ["waiting", ["C waiting", "D pending"]],
};

const script = JSON.stringify({ turns: [{ steps: [{ message: "I did it." }, { done: "it is done" }] }] });

function project(text: string): TestProject {
  const agents = { "diagram-driver": { profile: "scripted", script: "agent.json" } };
  const configuration = JSON.stringify({ agents, defaultAgent: "diagram-driver" });
  return testProject({ "a.md": text, "agent.json": script, "aml.config.json": configuration });
}

const run = ({ aml }: TestProject) => aml("run", "a.md", "--trust", "trusted", "--permissions", "allow_once", "--json");

describe.each(Object.entries(examples))("a diagram embedded as in the %s example", (name, text) => {
  test("checks clean", () => {
    const checked = project(text).aml("check", "a.md", "--format", "json");
    const { summary } = JSON.parse(checked.stdout);
    expect([checked.status, summary.errors, summary.warnings]).toEqual([0, 0, 0]);
  });

  test("runs as far as it goes without a person, with the scripted agent where it needs one", () => {
    const result = runResult(run(project(text)));
    const notDone = result.plans[0]?.nodes.filter(({ status }) => status !== "done");
    expect([result.status, notDone?.map(({ id, status }) => `${id} ${status}`)]).toEqual(ends[name]);
  });
});

test("the example with a session and a manual step waits for a person, and is handed over when one has looked", () => {
  const shop = project(examples.sessions);
  const waiting = run(shop);
  const { run: id, plans } = runResult(waiting);
  expect(waiting.status).toBe(3);
  expect(plans[0]?.nodes.map(({ status }) => status)).toEqual(["done", "done", "waiting", "pending"]);
  const opened = shop
    .aml("log", id ?? "", "--json")
    .stdout.split("\n")
    .filter((line) => line.includes("agent.opened"));
  expect(opened).toHaveLength(2);
  expect(runResult(shop.aml("approve", id ?? "", "C", "--resume", "--json")).status).toBe("done");
});

test("the annotated example holds each step to its own tools inside those around it", () => {
  const planned = project(examples.annotated).aml("plan", "a.md", "--format", "json");
  const [plan] = JSON.parse(planned.stdout).plans;
  const tools = plan.nodes.map(({ label, tools }: { label: string; tools: { allowed: string[] } }) => [
    label,
    tools.allowed,
  ]);
  expect(tools).toEqual([
    ["Collect the readings", ["bash"]],
    ["Sort and check", ["sql"]],
    ["Store them", ["sql"]],
  ]);
});

describe("a template whose diagram is only a comment", () => {
  const template = '<skill impl="dde-simple" mode="simple" role="enforcement">\n  <!-- your diagram -->\n</skill>\n';

  test("checks clean but for a hint, and is refused when it is to run", () => {
    const checked = project(template).aml("check", "a.md", "--format", "json");
    expect(checked.status).toBe(0);
    expect(JSON.parse(checked.stdout).files[0].diagnostics).toMatchObject([{ code: "AML7068", severity: "hint" }]);
    expect(runResult(run(project(template)))).toMatchObject({ status: "refused", diagnostics: [{ code: "AML7002" }] });
  });

  test("is not meant where nothing stands at all", () => {
    const checked = project('<skill impl="dde-simple">\n</skill>\n').aml("check", "a.md", "--format", "json");
    expect(JSON.parse(checked.stdout).files[0].diagnostics).toMatchObject([{ code: "AML7002", severity: "error" }]);
  });
});

const seeds = join(repository, "../shared/seeds");

describe.skipIf(!existsSync(seeds))("the skill itself (skipped where the seeds are not at hand)", () => {
  const file = existsSync(seeds) ? readdirSync(seeds).find((name) => name.startsWith("001_")) : undefined;
  const seed = file === undefined ? "" : readFileSync(join(seeds, file), "utf8");

  test("checks clean", () => {
    const checked = project(seed).aml("check", "a.md", "--format", "json");
    const { summary } = JSON.parse(checked.stdout);
    expect([checked.status, summary.errors, summary.warnings]).toEqual([0, 0, 0]);
  });

  test("has examples that run", () => {
    const embedded = [...seed.matchAll(/^<agent name="diagram-driver"[\s\S]*?^<\/agent>$/gm)].map(([text]) => text);
    expect(embedded).toHaveLength(3);
    expect(embedded.map((text) => runResult(run(project(text))).status)).toEqual(["done", "done", "waiting"]);
  });
});

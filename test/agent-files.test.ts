import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { RunResult } from "@agent-markup/core";
import { describe, expect, test } from "vitest";
import { repository, type TestProject, testProject } from "./support/project.ts";
import { runResult } from "./support/run-result.ts";

const reviewer = [
  "---",
  "name: reviewer",
  "description: Reviews code.",
  "model: large",
  "tools: Read, Grep",
  "---",
  "You are a careful reviewer.",
  "",
].join("\n");
const document = '<agent name="reviewer">Look at it.</agent>';
const script = {
  agent: { models: { current: "tiny", available: ["tiny", "huge"] } },
  turns: [{ match: "You are a careful reviewer.\n\nLook at it.", steps: [{ message: "Looked." }] }],
};
const configuration = {
  agents: { "*": { profile: "scripted", script: "script.json" } },
  models: { large: "huge" },
};

function projectWith(files: Record<string, string> = {}): TestProject {
  return testProject({
    "a.md": document,
    "script.json": JSON.stringify(script),
    "aml.config.json": JSON.stringify(configuration),
    ...files,
  });
}

const described = (file = ".claude/agents/reviewer.md") => projectWith({ [file]: reviewer });

function run(project: TestProject, ...flags: string[]): RunResult {
  const trust = flags.length === 0 ? ["--trust", "trusted"] : flags;
  return runResult(project.aml("run", "a.md", "--permissions", "deny", "--json", ...trust));
}

function transcript(project: TestProject, { run: id }: RunResult): string {
  const folder = join(".aml", "transcripts", id ?? "");
  return readdirSync(project.path(folder))
    .map((file) => project.read(join(folder, file)))
    .join("");
}

describe("an agent that a file of the project describes", () => {
  test.each([".agents/agents/any-name.md", ".claude/agents/team/reviewer.md", ".github/agents/reviewer.agent.md"])(
    "is found in %s: its body comes first in the prompt, its model is asked for, its tools narrow",
    (file) => {
      const project = described(file);
      const result = run(project);
      expect(result).toMatchObject({ status: "done", output: { text: "Looked." }, diagnostics: [] });
      expect(transcript(project, result)).toContain('\\"value\\":\\"huge\\"');
      const [opened] = events(project, result).filter(({ type }) => type === "agent.opened");
      expect(opened?.data).toMatchObject({ agent: "reviewer", tools: { allowed: ["grep", "view"], denied: [] } });
    },
  );

  test("shows in the plan, in check and in explain with the tools that it leaves", () => {
    const project = described();
    const plan = project.aml("plan", "a.md");
    expect(plan.stdout).toContain("agent reviewer described by .claude/agents/reviewer.md allowed: grep, view");
    const { tree } = JSON.parse(project.aml("plan", "a.md", "--format", "json").stdout);
    expect(tree).toMatchObject([
      { agent: "reviewer", agentFile: ".claude/agents/reviewer.md", tools: { allowed: ["grep", "view"] } },
    ]);
    expect(project.aml("explain", "a.md:1").stdout).toContain(".claude/agents/reviewer.md: `tools` leaves grep, view");
    project.write("a.md", '<agent name="reviewer"><tool allow="bash">Look at it.</tool></agent>');
    expect(project.aml("check", "a.md").stdout).toContain("AML5006");
  });

  test("asks for the document's model before its own", () => {
    const project = described();
    project.write("a.md", document.replace('name="reviewer"', 'name="reviewer" model="tiny"'));
    const result = run(project);
    expect(result.status).toBe("done");
    expect(transcript(project, result)).not.toContain("set_config_option");
  });

  test("gives its persona to skills and to the steps of a diagram too", () => {
    const skill = [
      '<skill define="interface" name="look"/>',
      '<skill define="implementation" name="looker" implements="look">Look.</skill>',
      '<agent name="reviewer"><skill interface="look"/>',
      '<skill impl="dde-simple">\nflowchart LR\n  A@{ label: "Think", type: prompt }\n</skill></agent>',
    ].join("\n");
    const turns = [
      { match: "You are a careful reviewer.\n\nYou carry out the skill look", steps: [{ message: "Looked." }] },
      { match: "You are a careful reviewer.\n\nYou carry out one step", steps: [{ done: "thought" }] },
    ];
    const project = projectWith({
      "a.md": skill,
      ".claude/agents/reviewer.md": reviewer,
      "script.json": JSON.stringify({ ...script, turns }),
    });
    expect(run(project).status).toBe("done");
  });

  test("goes on after a crash as it was described when the run began", () => {
    const project = described();
    project.write(
      "a.md",
      '<agent name="reviewer"><skill impl="dde-simple">\nflowchart LR\n  A@{ label: "Think", type: prompt }\n</skill></agent>',
    );
    project.write("script.json", JSON.stringify({ ...script, turns: [{ steps: [{ failed: "not yet" }] }] }));
    const failed = run(project);
    expect(failed.status).toBe("failed");
    project.write(".claude/agents/reviewer.md", reviewer.replace("careful", "careless"));
    const turns = [{ match: "You are a careful reviewer.", steps: [{ done: "now" }] }];
    project.write("script.json", JSON.stringify({ ...script, turns }));
    const retried = project.aml("approve", failed.run ?? "", "A", "--choose", "retry", "--resume", "--json");
    expect(runResult(retried).status).toBe("done");
  });
});

test("the example of the documentation is read without a remark", () => {
  const page = readFileSync(join(repository, "docs/agent-files.md"), "utf8");
  const project = projectWith({ ".claude/agents/reviewer.md": /```md\n(.*?)```/s.exec(page)?.[1] ?? "" });
  expect(project.aml("check", ".claude")).toMatchObject({ status: 0, stdout: expect.stringContaining("0 warnings") });
  const turns = [{ match: "why it matters.\n\nLook at it.", steps: [{ message: "Looked." }] }];
  project.write("script.json", JSON.stringify({ ...script, turns }));
  expect(run(project).status).toBe("done");
});

describe("trust", () => {
  const grant = JSON.stringify({ capabilities: { allow: ["fs:read"] } });
  const reading = ["--trust", "semi-trusted", "--rules", "grant.json"];

  test("a file of the project is not used by a run that is not trusted, and nothing takes its place", () => {
    const project = described();
    project.aml("trust");
    project.write("grant.json", grant);
    expect(run(project, ...reading)).toMatchObject({
      status: "refused",
      diagnostics: [{ code: "AML5114", message: expect.stringContaining(".claude/agents/reviewer.md") }],
    });
  });

  test("the user's own is", () => {
    const project = projectWith({ "home/.claude/agents/reviewer.md": reviewer, "grant.json": grant });
    project.aml("trust");
    const home = { HOME: project.path("home") };
    const args = ["run", "a.md", "--permissions", "deny", "--json", ...reading];
    expect(runResult(project.amlWith(home, ...args)).status).toBe("done");
  });
});

describe("of several files of one name", () => {
  test("the nearest counts, and a warning names the others", () => {
    const project = projectWith({
      "home/.agents/agents/reviewer.md": reviewer.replace("careful", "distant"),
      ".github/agents/reviewer.agent.md": reviewer.replace("careful", "near"),
      ".claude/agents/reviewer.md": reviewer,
    });
    const home = { HOME: project.path("home") };
    const finished = project.amlWith(home, "run", "a.md", "--permissions", "deny", "--trust", "trusted", "--json");
    expect(runResult(finished)).toMatchObject({
      status: "done",
      diagnostics: [{ code: "AML5115", severity: "warning" }],
    });
    const checked = project.amlWith(home, "check", "a.md");
    expect(checked).toMatchObject({ status: 0, stdout: expect.stringContaining("AML5115") });
    expect(checked.stdout).toContain("which hides .github/agents/reviewer.agent.md,");
  });
});

describe("a file that cannot be read", () => {
  const broken = "---\nname: reviewer\ntools: { read: true }\n---\nYou are careful.\n";

  test("keeps the agent of its name from running, though another would serve", () => {
    const project = projectWith({ ".claude/agents/reviewer.md": broken });
    expect(run(project)).toMatchObject({ status: "refused", diagnostics: [{ code: "AML5113" }] });
    expect(project.aml("plan", "a.md")).toMatchObject({ status: 1, stdout: expect.stringContaining("AML5113") });
    project.write("a.md", '<agent name="writer">You are a careful reviewer.\n\nLook at it.</agent>');
    expect(run(project).status).toBe("done");
  });

  test("is checked like a document, and says what is wrong where", () => {
    const project = projectWith({ ".claude/agents/reviewer.md": broken, ".claude/agents/README.md": "About agents." });
    expect(project.aml("check", ".")).toMatchObject({
      status: 1,
      stdout: expect.stringMatching(/error\[AML6232\]: `tools` must be a text[\s\S]*reviewer\.md:3:8/),
    });
    project.write(".claude/agents/reviewer.md", reviewer.replace("Read, Grep", "Read, Rocket, Bash(git:*)"));
    const { stdout, status } = project.aml("check", ".");
    expect([status, stdout.match(/AML\d+/g)]).toEqual([0, ["AML5002", "AML6233"]]);
  });
});

describe("the configured agent that a described one runs on", () => {
  const agents = { writer: { profile: "scripted", script: "script.json" } };

  test("is the default agent where neither its own name nor * is configured", () => {
    const project = described();
    project.write("aml.config.json", JSON.stringify({ agents, defaultAgent: "writer", models: { large: "huge" } }));
    expect(run(project).status).toBe("done");
    const { tree } = JSON.parse(project.aml("plan", "a.md", "--format", "json").stdout);
    expect(tree).toMatchObject([{ agent: "reviewer", servedBy: "writer" }]);
  });

  test("is no part of a recording, which is played without it, and not for another persona", () => {
    const project = described();
    project.write("aml.config.json", JSON.stringify({ agents, defaultAgent: "writer", models: { large: "huge" } }));
    expect(run(project, "--trust", "trusted", "--record", "recording").status).toBe("done");
    project.write("aml.config.json", "{}");
    const replayed = run(project, "--trust", "trusted", "--replay", "recording");
    expect(replayed).toMatchObject({ status: "done", output: { text: "Looked." } });
    project.write(".claude/agents/reviewer.md", reviewer.replace("careful", "careless"));
    expect(run(project, "--trust", "trusted", "--replay", "recording").status).toBe("failed");
  });

  test("is missing without one, and the error says what to add", () => {
    const project = described();
    project.write("aml.config.json", JSON.stringify({ agents }));
    expect(run(project)).toMatchObject({
      status: "refused",
      diagnostics: [{ code: "AML5105", help: expect.stringContaining('"reviewer"') }],
    });
  });

  test("is still bound by the policy", () => {
    const project = described();
    const policy = { agents: { deny: ["writer"] } };
    project.write("aml.config.json", JSON.stringify({ agents, defaultAgent: "writer", policy }));
    expect(run(project)).toMatchObject({ diagnostics: [{ code: "AML5109" }] });
  });
});

interface Event {
  readonly type: string;
  readonly data: unknown;
}

function events(project: TestProject, { run: id }: RunResult): Event[] {
  const lines = project
    .aml("log", id ?? "", "--json")
    .stdout.trim()
    .split("\n");
  return lines.map((line): Event => JSON.parse(line));
}

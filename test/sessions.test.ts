import type { Event } from "@agent-markup/core";
import { describe, expect, test } from "vitest";
import { type TestProject, testProject } from "./support/project.ts";
import { runResult } from "./support/run-result.ts";

const document = [
  '<session name="s"><agent name="worker">',
  '<skill impl="dde-simple">\nflowchart LR\n  A[First] --> B[Second]\n</skill>',
  "</agent></session>\n",
].join("\n");

/** The agent says in its output whether it was brought back. */
const turns = [
  { match: "step 1 of 2", steps: [{ done: { summary: "one", output: "the first result" } }] },
  { continued: true, steps: [{ done: { summary: "two", output: "brought back" } }] },
  { match: 'the data block "earlier reply 1"', steps: [{ done: { summary: "two", output: "told" } }] },
  { steps: [{ failed: "I know nothing of what came before" }] },
];

interface Agent {
  readonly loadsSessions?: boolean;
  readonly resumesSessions?: boolean;
  readonly answers?: object;
}

function projectWith(agent: Agent): TestProject {
  return testProject({
    "a.md": document,
    "script.json": JSON.stringify({ agent, turns }),
    "aml.config.json": JSON.stringify({ agents: { worker: { profile: "scripted", script: "script.json" } } }),
  });
}

async function killed(project: TestProject, point: string): Promise<string> {
  const flags = ["--trust", "trusted", "--permissions", "deny"];
  const crash = await project.start({ AML_CRASH_AT: point }, "run", "a.md", ...flags).finished;
  expect(crash.signal).toBe("SIGKILL");
  const [, run = ""] = /^run (\S+)/.exec(crash.stderr) ?? [];
  return run;
}

function opened(project: TestProject, run: string) {
  const events = project.aml("log", run, "--json").stdout.trim().split("\n");
  return events
    .map((line): Event => JSON.parse(line))
    .flatMap((event) => (event.type === "agent.opened" ? [event.data] : []));
}

const history = [{ message: "the first result" }, { message: "what I never said" }];
const lost = { error: { code: -32002, message: "no such session" } };

describe("a session whose run is killed while its agent works on the second step", () => {
  test.each<[string, Agent]>([
    ["is loaded", { loadsSessions: true }],
    [
      "is loaded, and the history that the agent tells is not taken for new",
      { loadsSessions: true, answers: { "session/load": { steps: history } } },
    ],
    [
      "is resumed where the agent does that",
      { loadsSessions: true, resumesSessions: true, answers: { "session/load": lost } },
    ],
  ])("%s", async (_, agent) => {
    const project = projectWith(agent);
    const run = await killed(project, "prompt-recorded:2");
    const result = runResult(project.aml("resume", run, "--json"));
    expect(result).toMatchObject({ status: "done", output: { text: expect.stringContaining("brought back") } });
    const [first, second, ...others] = opened(project, run);
    expect(others).toEqual([]);
    expect(second).toMatchObject({
      agentSession: first?.agentSession,
      conversation: "s",
      continues: { session: first?.session, by: "agent" },
    });
    expect(project.aml("log", run).stdout).not.toContain("what I never said");
  });

  test.each<[string, Agent, string]>([
    ["cannot bring sessions back", {}, "the agent cannot continue an earlier session"],
    [
      "has lost it",
      { loadsSessions: true, answers: { "session/load": lost } },
      "the agent refused session/load: no such session",
    ],
    [
      "ends while it loads",
      { loadsSessions: true, answers: { "session/load": { steps: [{ crash: { code: 9 } }] } } },
      "the agent exited with status 9",
    ],
  ])("is a new one that is told what came before when the agent %s", async (_, agent, reason) => {
    const project = projectWith(agent);
    const run = await killed(project, "prompt-recorded:2");
    const result = runResult(project.aml("resume", run, "--json"));
    expect(result).toMatchObject({ status: "done", output: { text: expect.stringContaining("told") } });
    const [first, second, ...others] = opened(project, run);
    expect(others).toEqual([]);
    expect(second?.agentSession).not.toBe(first?.agentSession);
    expect(second?.continues).toEqual({ session: first?.session, by: "retelling", reason });
    expect(project.aml("log", run).stdout).toContain(`which is told of ${first?.session}: ${reason}`);
  });

  test("is continued again when the run is killed a second time", async () => {
    const project = projectWith({ loadsSessions: true });
    const run = await killed(project, "prompt-recorded:2");
    const again = await project.start({ AML_CRASH_AT: "prompt-recorded" }, "resume", run).finished;
    expect(again.signal).toBe("SIGKILL");
    expect(runResult(project.aml("resume", run, "--json")).status).toBe("done");
    const names = opened(project, run).map(({ session }) => session);
    expect(names).toEqual(["worker-1", "worker-2.1", "worker-3.1"]);
    expect(opened(project, run)[2]?.continues).toEqual({ session: "worker-2.1", by: "agent" });
  });
});

test("a session that was opened and never prompted is gone on with too", async () => {
  const project = projectWith({ loadsSessions: true });
  const run = await killed(project, "session-recorded");
  const result = runResult(project.aml("resume", run, "--json"));
  expect(result.status).toBe("done");
  expect(opened(project, run)[1]?.continues).toMatchObject({ by: "agent" });
});

test("a session that was closed while a person was asked is brought back when the run goes on", () => {
  const project = projectWith({ loadsSessions: true });
  const between = document.replace(
    "A[First] --> B[Second]",
    'A[First] --> M@{ label: "ok?", type: manual } --> B[Second]',
  );
  project.write("a.md", between);
  project.write(
    "script.json",
    JSON.stringify({
      agent: { loadsSessions: true },
      turns: [{ match: "step 1 of 3", steps: [{ done: "one" }] }, ...turns.slice(1)],
    }),
  );
  const waiting = runResult(project.aml("run", "a.md", "--trust", "trusted", "--permissions", "deny", "--json"));
  const done = runResult(project.aml("approve", waiting.run ?? "", "M", "--resume", "--json"));
  expect(done).toMatchObject({ status: "done", output: { text: expect.stringContaining("brought back") } });
  expect(opened(project, waiting.run ?? "")[1]?.continues).toEqual({ session: "worker-1", by: "agent" });
});

test("the agent that --agent has serve every name serves them after a resume too", () => {
  const project = projectWith({ loadsSessions: true });
  const manual = '<skill impl="dde-simple">\nflowchart LR\n  A@{ label: "ok?", type: manual } --> B[Go]\n</skill>';
  project.write("script.json", JSON.stringify({ turns: [{ steps: [{ done: "gone" }] }] }));
  project.write("b.md", `<agent name="anybody">${manual}</agent>\n`);
  const flags = ["--trust", "trusted", "--permissions", "deny", "--agent", "worker", "--json"];
  const waiting = runResult(project.aml("run", "b.md", ...flags));
  expect(waiting.status).toBe("waiting");
  const done = runResult(project.aml("approve", waiting.run ?? "", "A", "--resume", "--json"));
  expect(done).toMatchObject({ status: "done", plans: [{ nodes: [{ id: "A" }, { id: "B", status: "done" }] }] });
});

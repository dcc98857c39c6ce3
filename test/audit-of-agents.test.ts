import { describe, expect, test } from "vitest";
import { newestRun } from "./support/long-run.ts";
import { type TestProject, testProject } from "./support/project.ts";
import { published } from "./support/published.ts";

interface AuditRecord {
  readonly type: string;
  readonly at: string;
  readonly path?: string;
  readonly data: Readonly<Record<string, unknown>>;
}

const bash = { id: "c", title: "rm -rf build", kind: "execute", tool: "bash", input: { command: "rm -rf build" } };

function projectOf(document: string, steps: readonly object[], agent: object = {}): TestProject {
  return testProject({
    "a.md": document,
    "script.json": JSON.stringify({ agent, turns: [{ steps }] }),
    "aml.config.json": JSON.stringify({ agents: { worker: { profile: "scripted", script: "script.json" } } }),
  });
}

const prompt = '<agent name="worker">Work.</agent>\n';
const withoutBash = `<tool deny="bash">${prompt}</tool>\n`;

/** What the record of the newest run has of agents, once its chain is found to hold. */
function audited(project: TestProject): readonly AuditRecord[] {
  const run = newestRun(project);
  expect(project.aml("audit", "verify", run).status).toBe(0);
  const { records }: { records: AuditRecord[] } = published(
    "audit-log.schema.json",
    project.aml("audit", "show", run, "--json"),
  );
  return records.filter(({ type }) => !/^run\.|^agent\.opened/.test(type));
}

function run(project: TestProject, policy: string) {
  return project.aml("run", "a.md", "--trust", "trusted", "--permissions", policy, "--json");
}

describe("the record of a run with an agent", () => {
  test("has a permission request as it came, the rule that decided, the policy, the choice, the time, the place and the tools", () => {
    const project = projectOf(`Some text.\n\n${withoutBash}`, [{ permission: bash }, { message: "so be it" }]);
    run(project, "allow_once");
    const [held, decided, ...others] = audited(project);
    expect(held).toMatchObject({ type: "agent.event", data: { event: { type: "held", rung: "request_refused" } } });
    expect(others).toEqual([]);
    expect(decided).toMatchObject({
      type: "permission.decided",
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      path: expect.stringMatching(/^\d+(\.\d+)*$/),
      data: {
        policy: "allow_once",
        tools: { allowed: null, denied: ["bash"] },
        decision: { allows: false, rule: "tool_constraint", outcome: { outcome: "selected", optionId: "reject-once" } },
        request: {
          title: "rm -rf build",
          tools: ["bash"],
          verbatim: {
            sessionId: expect.any(String),
            toolCall: {
              toolCallId: "c",
              title: "rm -rf build",
              kind: "execute",
              rawInput: { command: "rm -rf build" },
            },
            options: expect.arrayContaining([{ optionId: "allow-always", name: "Always allow", kind: "allow_always" }]),
          },
        },
      },
    });
  });

  test("has changes of mode, and whether anybody asked for them", () => {
    const modes = { current: "ask", available: ["ask", "auto"] };
    const project = projectOf(prompt, [{ mode: "auto" }, { message: "hi" }], { modes });
    run(project, "allow_once");
    const modesTold = audited(project).map(({ data }) => data.event);
    expect(modesTold).toEqual([
      { type: "mode", mode: "ask", expected: true },
      { type: "mode", mode: "auto", expected: false },
    ]);
  });

  test.each([
    ["that may be used, as seen without a request", prompt, false, 0],
    ["that may not, as a violation", withoutBash, true, 1],
  ])("has a tool that ran unasked %s", (_, document, violation, status) => {
    const project = projectOf(document, [{ tool_call: { ...bash, status: "completed" } }, { message: "done" }]);
    expect(run(project, "allow_once").status).toBe(status);
    expect(audited(project)).toMatchObject([
      {
        type: "agent.event",
        data: { event: { type: "unasked", id: "c", title: "rm -rf build", tools: ["bash"], violation } },
      },
      ...(violation ? [{ type: "agent.event", data: { event: { type: "held", rung: "turn_cancelled" } } }] : []),
    ]);
  });

  test("has a cancel with who asked for it, and the cancelled answer to what was still open", async () => {
    const project = projectOf(prompt, [{ permission: bash }, { hang: true }]);
    const flags = ["--trust", "trusted", "--permissions", "ask", "--approval-time", "10m"];
    const started = project.start({}, "run", "a.md", ...flags);
    await started.shows("rm -rf build");
    expect(project.aml("cancel", newestRun(project)).status).toBe(0);
    await started.finished;
    const records = audited(project);
    expect(records).toContainEqual(
      expect.objectContaining({ type: "cancel.requested", data: { actor: expect.any(String) } }),
    );
    expect(records.filter(({ type }) => type === "permission.decided")).toMatchObject([
      { data: { policy: "ask", decision: { allows: false, outcome: { outcome: "cancelled" } } } },
    ]);
  });
});

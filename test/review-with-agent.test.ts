import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type TestProject, testProject } from "./support/project.ts";
import { runResult } from "./support/run-result.ts";

const document = "examples/review-with-agent/review.md";
const findings = "examples/review-with-agent/out/findings.md";

function review(script?: object): TestProject {
  const project = testProject();
  project.copy("examples/review-with-agent");
  if (script !== undefined) project.write("examples/review-with-agent/script.json", JSON.stringify(script));
  const agents = { reviewer: { profile: "scripted", script: "examples/review-with-agent/script.json" } };
  project.write("aml.config.json", JSON.stringify({ agents }));
  return project;
}

function run(project: TestProject, ...flags: readonly string[]) {
  return project.aml("run", document, "--trust", "trusted", "--json", ...flags);
}

function transcript(project: TestProject, id: string | null): string {
  const folder = `.aml/transcripts/${id}`;
  return readdirSync(project.path(folder))
    .map((file) => project.read(`${folder}/${file}`))
    .join("");
}

describe("an agent's steps", () => {
  test("without a permission policy the run stops before an agent is started and says how to choose", () => {
    const project = review();
    const refused = run(project);
    expect(refused.status).toBe(2);
    const result = runResult(refused);
    expect(result).toMatchObject({ run: null, status: "refused" });
    expect(result.diagnostics[0]).toMatchObject({ code: "AML5101", help: expect.stringContaining("--permissions") });
    expect(() => readdirSync(project.path(".aml/transcripts"))).toThrow();
  });

  test("under allow_once the prompt and the subagent step are done and the tool went through", () => {
    const project = review();
    const allowed = run(project, "--permissions", "allow_once");
    const result = runResult(allowed);
    expect(result).toMatchObject({ status: "done", permissions: { asked: 1, allowed: 1, denied: 0 } });
    expect(result.plans[0]?.nodes.map(({ status }) => status)).toEqual(["done", "done"]);
    expect(project.read(findings)).toContain("zero divisor");
  });

  test("under deny the tool is refused, nothing is written, and the record shows request and decision", () => {
    const project = review();
    const denied = run(project, "--permissions", "deny");
    expect(denied.status).toBe(1);
    const result = runResult(denied);
    expect(result).toMatchObject({ status: "failed", permissions: { asked: 1, allowed: 0, denied: 1 } });
    expect(result.plans[0]?.nodes[1]).toMatchObject({ id: "B", status: "blocked" });
    expect(() => project.read(findings)).toThrow();
    const lines = transcript(project, result.run);
    expect(lines).toContain("session/request_permission");
    expect(lines).toContain("reject-once");
    const log = project.aml("log", result.run ?? "", "--json").stdout;
    expect(log).toContain('"type":"permission.decided"');
  });

  test("an agent that just stops leaves the step blocked: it is asked once more, and never taken for done", () => {
    const project = review({ turns: [{ steps: [{ message: "All done, trust me." }] }] });
    const stopped = run(project, "--permissions", "allow_once");
    expect(stopped.status).toBe(1);
    const result = runResult(stopped);
    expect(result.plans[0]?.nodes.map(({ status }) => status)).toEqual(["blocked", "pending"]);
    const log = project.aml("log", result.run ?? "", "--json").stdout;
    expect(log.match(/"type":"agent.prompted"/g)).toHaveLength(2);
    expect(result.checkpoints[0]?.message).toContain("without saying");
  });

  test("an agent that reports failure blocks its step with its own reason", () => {
    const project = review({ turns: [{ steps: [{ failed: "the file is gone" }] }] });
    const result = runResult(run(project, "--permissions", "allow_once"));
    expect(result.checkpoints[0]?.message).toContain("the file is gone");
  });

  test("an agent that crashes blocks its step and leaves no process behind", () => {
    const project = review({
      turns: [{ steps: [{ spawn: { command: ["sleep", "987654"], setsid: true } }, { crash: { code: 7 } }] }],
    });
    const result = runResult(run(project, "--permissions", "allow_once"));
    expect(result.plans[0]?.nodes[0]?.status).toBe("blocked");
    expect(processes()).not.toContain("sleep 987654");
  });

  test("an agent nobody configured is an error that says what to add", () => {
    const project = review();
    project.write("aml.config.json", "{}");
    const result = runResult(run(project, "--permissions", "deny"));
    expect(result.diagnostics[0]).toMatchObject({ code: "AML5105", help: expect.stringContaining("aml.config.json") });
  });

  test("a resume goes on under the recorded policy", () => {
    const project = review({
      turns: [{ match: "attempt 2", steps: [{ done: "now it works" }] }, { steps: [{ failed: "not yet" }] }],
    });
    const failed = runResult(run(project, "--permissions", "deny"));
    const retried = project.aml("approve", failed.run ?? "", "A", "--choose", "retry", "--resume", "--json");
    expect(runResult(retried).plans[0]?.nodes[0]).toMatchObject({ status: "done", attempt: 2 });
  });
});

function processes(): string {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => commandOf(pid))
    .join("\n");
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
  } catch {
    // It ended while we looked.
    return "";
  }
}

import { describe, expect, test } from "vitest";
import { type TestProject, testProject } from "./support/project.ts";
import { runResult } from "./support/run-result.ts";
import { atTerminal } from "./support/terminal.ts";

const document = `<skill impl="dde-simple">
flowchart LR
  A[First] --> B[Publish]
  <step node="A" type="tool" run="echo first >> ran.txt"/>
  <step node="B" type="tool" run="echo second >> ran.txt"/>
</skill>
`;
const asking = ["run", "release.md", "--trust", "trusted", "--permissions", "ask"];

function ran(project: TestProject): string {
  return project.read("ran.txt");
}

function newestRun(project: TestProject): string {
  const { runs }: { runs: { run: string }[] } = JSON.parse(project.aml("status", "--json").stdout);
  return runs[0]?.run ?? "";
}

describe("a run under ask", () => {
  test("waits in its process for each request, which aml approve answers from elsewhere", async () => {
    const project = testProject({ "release.md": document });
    const started = project.start({}, ...asking, "--json");
    await started.shows("permission-1");
    const id = newestRun(project);
    const listed = project.aml("approvals");
    expect(listed.stdout).toContain("echo first >> ran.txt");
    expect(listed.stdout).toContain(`aml approve ${id} permission-1 --reject`);
    expect(() => ran(project)).toThrow();
    expect(project.aml("approve", id, "permission-1", "--note", "fine").status).toBe(0);
    await started.shows("permission-2");
    expect(project.aml("approve", id, "permission-2", "--reject").status).toBe(0);
    const result = runResult(await started.finished);
    expect([result.status, ran(project)]).toEqual(["failed", "first\n"]);
    expect(result.permissions).toEqual({ asked: 2, allowed: 1, denied: 1, cancelled: 0 });
    expect(result.checkpoints.map((question) => question.answer?.choice)).toContain("reject");
    expect(project.aml("audit", "show", id).stdout).toMatch(/permission-1 answered "approve" by \w+ \(fine\)/);
    expect(project.aml("approve", id, "permission-2")).toMatchObject({ status: 2 });
  });

  test("refuses what nobody answers in time", () => {
    const project = testProject({ "release.md": document });
    const result = runResult(project.aml(...asking, "--approval-time", "0.01s", "--json"));
    expect(result.status).toBe("failed");
    expect(result.checkpoints).toContainEqual(expect.objectContaining({ id: "permission-1", closed: "time_limit" }));
    expect(() => ran(project)).toThrow();
    const late = project.aml("approve", result.run ?? "", "permission-1");
    expect([late.status, late.stderr]).toEqual([2, expect.stringContaining("nobody answered in time")]);
  });

  test("killed while it waits, asks anew when it is resumed: the old question is closed and takes no answer", async () => {
    const project = testProject({ "release.md": document });
    const started = project.start({}, ...asking);
    await started.shows("permission-1");
    const id = newestRun(project);
    started.child.kill("SIGKILL");
    await started.finished;
    expect(project.aml("approvals").stdout).toContain("nothing waits for a person");
    expect(project.aml("approve", id, "permission-1").status).toBe(2);
    const resumed = project.start({}, "resume", id, "--json");
    await resumed.shows("permission-2");
    project.aml("approve", id, "permission-2");
    await resumed.shows("permission-3");
    project.aml("approve", id, "permission-3");
    const result = runResult(await resumed.finished);
    expect([result.status, ran(project)]).toEqual(["done", "first\nsecond\n"]);
    expect(result.checkpoints).toContainEqual(expect.objectContaining({ id: "permission-1", closed: "interrupted" }));
    expect(project.aml("audit", "verify", id).status).toBe(0);
  });

  test("is answered by its id alone, whatever it is about", async () => {
    const project = testProject({ "release.md": document });
    const started = project.start({}, ...asking);
    await started.shows("permission-1");
    const id = newestRun(project);
    const named = project.aml("approve", id, "bash");
    expect([named.status, named.stderr]).toEqual([2, expect.stringContaining("permission-1")]);
    project.aml("cancel", id);
    await started.finished;
  });

  test("two runs of one document are answered each for itself, the newer one first", async () => {
    const project = testProject({ "release.md": document });
    const older = project.start({}, ...asking, "--json");
    await older.shows("permission-1");
    const first = newestRun(project);
    const newer = project.start({}, ...asking, "--json");
    await newer.shows("permission-1");
    expect(project.aml("approve", newestRun(project), "permission-1", "--reject").status).toBe(0);
    expect(runResult(await newer.finished).status).toBe("failed");
    expect(project.aml("approve", first, "permission-1", "--reject").status).toBe(0);
    expect(runResult(await older.finished).status).toBe("failed");
  });

  test("is not answered from inside a run", async () => {
    const project = testProject({ "release.md": document });
    const started = project.start({}, ...asking);
    await started.shows("permission-1");
    const id = newestRun(project);
    const inside = project.amlWith({ AML_RUN_MARKER: id }, "approve", id, "permission-1");
    expect([inside.status, inside.stderr]).toEqual([2, expect.stringContaining("started from inside run")]);
    project.aml("cancel", id);
    await started.finished;
  });

  test("with rules, a person is asked what an ask rule names, where one was promised; else it is refused at once", async () => {
    const rules = { permissions: { ask: ["Bash(echo second*)"], allow: ["Bash(echo *)"] } };
    const plain = document.replaceAll(" >> ran.txt", "");
    const project = testProject({ "release.md": plain, "rules.json": JSON.stringify(rules) });
    const run = [
      "run",
      "release.md",
      "--trust",
      "trusted",
      "--permissions",
      "rules",
      "--rules",
      "rules.json",
      "--json",
    ];
    expect(runResult(project.aml(...run)).status).toBe("failed");
    const started = project.start({}, ...run, "--approval-time", "10m");
    await started.shows("permission-1");
    project.aml("approve", newestRun(project), "permission-1");
    expect(runResult(await started.finished).status).toBe("done");
  });
});

describe("capabilities under confirm", () => {
  const others = ["fs:read", "fs:write", "net:read", "net:write", "env:read", "env:write"];
  const policy = { capabilities: { allow: others, confirm: ["exec"] } };
  const run = ["run", "release.md", "--trust", "semi-trusted", "--rules", "rules.json", "--json"];

  test("have the run wait before anything runs, with exit code 3, and go on with the answer", () => {
    const project = testProject({ "release.md": document, "rules.json": JSON.stringify(policy) });
    const waiting = project.aml(...run);
    expect(waiting.status).toBe(3);
    const id = runResult(waiting).run ?? "";
    expect(project.aml("status", id).stdout).toContain("dde-simple: needs exec (release.md:1)");
    expect(() => ran(project)).toThrow();
    const approved = project.aml("approve", id, "capability-0", "--resume", "--rules", "rules.json", "--json");
    expect([approved.status, ran(project)]).toEqual([0, "first\nsecond\n"]);
  });

  test("refused, nothing runs and the run has failed", () => {
    const project = testProject({ "release.md": document, "rules.json": JSON.stringify(policy) });
    const id = runResult(project.aml(...run)).run ?? "";
    const refused = project.aml(
      "approve",
      id,
      "capability-0",
      "--reject",
      "--resume",
      "--rules",
      "rules.json",
      "--json",
    );
    expect(refused.status).toBe(1);
    expect(runResult(refused).error).toMatchObject({ code: "CapabilityDenied" });
    expect(() => ran(project)).toThrow();
  });

  test("a project turns what is allowed into a question, and no question into more than was allowed", () => {
    const ask = JSON.stringify({ policy: { capabilities: { confirm: ["exec"] } } });
    const allowing = { capabilities: { allow: [...others, "exec"] } };
    const files = { "release.md": document, "aml.config.json": ask };
    expect(testProject({ ...files, "rules.json": JSON.stringify(allowing) }).aml(...run).status).toBe(3);
    const denying = { capabilities: { allow: others } };
    expect(runResult(testProject({ ...files, "rules.json": JSON.stringify(denying) }).aml(...run)).status).toBe(
      "refused",
    );
  });
});

describe("at a terminal", () => {
  const enter = "\r";

  test("the person is asked each request, and the run goes on with the answers", async () => {
    const project = testProject({ "release.md": document });
    const terminal = atTerminal(project, ...asking);
    await terminal.shows("echo first");
    await terminal.shows("Decide later");
    // Refusal is chosen already, so that Enter alone allows nothing.
    terminal.type(`\u001b[A${enter}`);
    await terminal.shows("echo second");
    await terminal.shows("Decide later");
    terminal.type(enter);
    expect(await terminal.exitCode).toBe(1);
    expect(ran(project)).toBe("first\n");
  });

  test("a question of a waiting run is asked when everything else has ended, and the run goes on", async () => {
    const manual = document.replace('type="tool" run="echo second >> ran.txt"', 'type="manual"');
    const project = testProject({ "release.md": manual });
    const terminal = atTerminal(project, "run", "release.md", "--trust", "trusted");
    await terminal.shows("Decide later");
    terminal.type(`\u001b[A\u001b[A${enter}`);
    await terminal.shows("done");
    expect(await terminal.exitCode).toBe(0);
    expect(runResult(project.aml("status", newestRun(project), "--json")).checkpoints).toMatchObject([
      { step: "B", answer: { choice: "approve" } },
    ]);
  });

  test("a document that was edited while its run waits is not gone on with", async () => {
    const manual = document.replace('type="tool" run="echo second >> ran.txt"', 'type="manual"');
    const project = testProject({ "release.md": manual });
    const terminal = atTerminal(project, "run", "release.md", "--trust", "trusted");
    await terminal.shows("Decide later");
    project.write("release.md", `${manual}edited`);
    terminal.type(`\u001b[A\u001b[A${enter}`);
    await terminal.shows("was changed since run");
    expect(await terminal.exitCode).toBe(2);
  });

  test("an answer that comes from elsewhere takes the question back", async () => {
    const project = testProject({ "release.md": document });
    const terminal = atTerminal(project, ...asking);
    await terminal.shows("Decide later");
    const id = newestRun(project);
    project.aml("approve", id, "permission-1");
    await terminal.shows("echo second");
    await terminal.shows("Decide later");
    project.aml("approve", id, "permission-2");
    expect(await terminal.exitCode).toBe(0);
    expect(ran(project)).toBe("first\nsecond\n");
  });

  test("Ctrl-C at a question interrupts the run, which can be resumed", async () => {
    const project = testProject({ "release.md": document });
    const terminal = atTerminal(project, ...asking);
    await terminal.shows("Decide later");
    terminal.type("\u0003");
    expect(await terminal.exitCode).toBe(130);
    expect(runResult(project.aml("status", newestRun(project), "--json")).status).toBe("interrupted");
  });
});

import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type ServedProject, servedProject } from "./testing/served-project.ts";

const plan = { diagram: "flowchart LR\n  A[Build] --> B[Publish]", id: "p" };

function only(project: ServedProject) {
  const [run] = project.runs();
  if (run === undefined) throw new Error("no run");
  return run;
}

/** A server that has handed out the first step. */
async function serverAt(project: ServedProject) {
  const server = await project.connect();
  await server.call("plan_start", plan);
  await server.call("plan_next", { plan: "p" });
  return server;
}

describe("one server owns a plan", () => {
  test("another is told who holds it, and can change nothing of it", async () => {
    const project = servedProject();
    const first = await serverAt(project);
    const second = await project.connect();
    const calls = [
      ["plan_start", plan],
      ["plan_next", { plan: "p" }],
      ["plan_complete", { plan: "p", step: "A", attempt: 1 }],
      ["plan_fail", { plan: "p", step: "A", attempt: 1, error: "mine" }],
    ] as const;
    for (const [tool, input] of calls) {
      expect(await second.call(tool, input)).toMatchObject({
        isError: true,
        data: { refused: { rule: "held-elsewhere" } },
        text: expect.stringContaining(`is driven by process ${first.pid} on`),
      });
    }
    expect((await second.call("plan_status", { plan: "p" })).data).toMatchObject({ status: "running" });
    expect((await first.call("plan_complete", { plan: "p", step: "A", attempt: 1 })).isError).toBe(false);
  });

  test("of two that start one plan at once, one owns it", async () => {
    const project = servedProject();
    const servers = await Promise.all([project.connect(), project.connect()]);
    const started = await Promise.all(servers.map((server) => server.call("plan_start", plan)));
    expect(started.map(({ isError }) => isError).sort()).toEqual([false, true]);
    expect(started.find(({ isError }) => isError)?.data).toMatchObject({ refused: { rule: "held-elsewhere" } });
  });

  test("a plan that only waits for people is nobody's, and whoever asks goes on with it", async () => {
    const project = servedProject();
    const waiting = { diagram: "flowchart LR\n  M@{ label: Look, type: manual } --> B", id: "p" };
    const first = await project.connect();
    expect((await first.call("plan_start", waiting)).data).toMatchObject({ status: "waiting" });
    const second = await project.connect();
    expect((await second.call("plan_start", waiting)).data).toMatchObject({ status: "waiting" });
    expect(project.aml("approve", only(project).run, "M").status).toBe(0);
    expect((await second.call("plan_next", { plan: "p" })).data.step).toMatchObject({ step: "B" });
    expect((await first.call("plan_next", { plan: "p" })).data).toMatchObject({ refused: { rule: "held-elsewhere" } });
  });
});

describe("a step's lease lives as long as the server's standard input", () => {
  test.each([
    ["its end", async (server: Awaited<ReturnType<typeof serverAt>>) => server.close()],
    ["SIGTERM", async (server: Awaited<ReturnType<typeof serverAt>>) => server.kill("SIGTERM")],
  ])("%s gives the step back and leaves the run interrupted", async (_, end) => {
    const project = servedProject();
    await end(await serverAt(project));
    const { run, status } = only(project);
    expect(status).toBe("interrupted");
    expect(project.events(run).slice(-2)).toMatchObject([
      { type: "step.pending", data: { step: "A", attempt: 1, again: "interrupted" } },
      { type: "run.finished", data: { status: "interrupted" } },
    ]);
  });

  test.each(["plan_start", "plan_next"])(
    "after kill -9 a new server goes on by %s, and repeats nothing that was done",
    async (tool) => {
      const project = servedProject();
      const first = await serverAt(project);
      await first.call("plan_complete", { plan: "p", step: "A", attempt: 1, output: "built" });
      await first.call("plan_next", { plan: "p" });
      await first.kill("SIGKILL");
      expect(only(project).status).toBe("interrupted");

      const second = await project.connect();
      const late = await second.call("plan_complete", { plan: "p", step: "B", attempt: 1 });
      expect(late.data).toMatchObject({ refused: { rule: "not-held" } });
      if (tool === "plan_start") expect((await second.call("plan_start", plan)).data).toMatchObject({ ready: ["B"] });
      expect((await second.call("plan_next", { plan: "p" })).data.step).toMatchObject({
        step: "B",
        attempt: 2,
        data: [{ text: "built" }],
      });
      const old = await second.call("plan_complete", { plan: "p", step: "B", attempt: 1 });
      expect(old.data).toMatchObject({ refused: { rule: "old-attempt" } });
      expect((await second.call("plan_complete", { plan: "p", step: "B", attempt: 2 })).data).toMatchObject({
        status: "done",
      });
      expect(project.runs()).toMatchObject([{ status: "done" }]);
      expect(JSON.parse(project.aml("audit", "verify", only(project).run, "--json").stdout)).toMatchObject({
        ok: true,
      });
    },
  );

  test("a step that must not be repeated waits for a person instead", async () => {
    const project = servedProject();
    const once = { ...plan, steps: [{ node: "A", idempotent: false }] };
    const first = await project.connect();
    await first.call("plan_start", once);
    await first.call("plan_next", { plan: "p" });
    await first.kill("SIGKILL");
    const second = await project.connect();
    expect((await second.call("plan_start", once)).data).toMatchObject({
      status: "waiting",
      checkpoints: [{ step: "A", reason: "interrupted" }],
    });
  });
});

describe("the command line beside a server", () => {
  test("aml resume leaves the plan to the agent, and says how it goes on", async () => {
    const project = servedProject();
    await (await serverAt(project)).close();
    const resumed = project.aml("resume", only(project).run);
    expect(resumed).toMatchObject({ status: 2, stderr: expect.stringContaining("plan_start") });
    expect(only(project).status).toBe("interrupted");
  });

  test("aml cancel ends the plan, also while a server holds it", async () => {
    const project = servedProject();
    const server = await serverAt(project);
    expect(project.aml("cancel", only(project).run).status).toBe(0);
    expect((await server.call("plan_next", { plan: "p" })).data).toMatchObject({
      step: null,
      standing: { status: "cancelled" },
    });
    expect((await server.call("plan_complete", { plan: "p", step: "A", attempt: 1 })).isError).toBe(true);
  });
});

describe("what the server runs ends with its standard input", () => {
  const everything = ["exec", "fs:read", "fs:write", "net:read", "net:write", "env:read", "env:write"];
  const granting = ["--trust", "semi-trusted", "--permissions", "allow_once", "--rules", "policy.json"];

  /** A server that may run commands, and a command that says its process id and then hangs. */
  async function hanging() {
    const project = servedProject({ "policy.json": JSON.stringify({ capabilities: { allow: everything } }) });
    const began = join(project.root, "began");
    execFileSync("mkfifo", [began]);
    const server = await project.connect(...granting);
    const shell = async () => Number(await readFile(began, "utf8"));
    return { project, server, shell, command: `echo $$ > ${began}; sleep 600` };
  }

  test("a command that a step is verified by, whose step is given back", async () => {
    const { project, server, shell, command } = await hanging();
    await server.call("plan_start", { ...plan, steps: [{ node: "A", verify: command }] });
    await server.call("plan_next", { plan: "p" });
    const completing = server.call("plan_complete", { plan: "p", step: "A", attempt: 1 }).catch(() => "unanswered");
    const pid = await shell();
    await server.close();
    expect(await completing).toBe("unanswered");
    expect(() => process.kill(pid, 0)).toThrow("ESRCH");
    expect(project.events(only(project).run)).toContainEqual(
      expect.objectContaining({ type: "step.pending", data: expect.objectContaining({ again: "interrupted" }) }),
    );
  });

  test("a whole document, which is left interrupted and can be resumed", async () => {
    const { project, server, shell, command } = await hanging();
    const document = `<skill impl="dde-simple">\nflowchart LR\n  A\n<step node="A" type="tool" run="${command}"/>\n</skill>\n`;
    const running = server.call("run_document", { document }).catch(() => "unanswered");
    const pid = await shell();
    await server.close();
    expect(await running).toBe("unanswered");
    expect(() => process.kill(pid, 0)).toThrow("ESRCH");
    expect(only(project).status).toBe("interrupted");
  });
});

import { describe, expect, test } from "vitest";
import { type Connection, servedProject } from "./testing/served-project.ts";

const plan = { diagram: "flowchart LR\n  A --> B --> C", id: "p" };

/** Starts the plan, or goes on with it, to its end; false when the server dies on the way. */
async function follow(server: Connection): Promise<boolean> {
  try {
    await server.call("plan_start", plan);
    for (;;) {
      const { step, standing } = (await server.call("plan_next", { plan: "p" })).data;
      if (typeof step !== "object" || step === null) return expectDone(standing);
      await server.call("plan_complete", { plan: "p", output: "done", ...attemptOf(step) });
    }
  } catch (error) {
    if (error instanceof Error && /closed/i.test(error.message)) return false;
    throw error;
  }
}

function attemptOf(given: object): { readonly step: unknown; readonly attempt: unknown } {
  const { step, attempt } = { step: null, attempt: null, ...given };
  return { step, attempt };
}

function expectDone(standing: unknown): true {
  expect(standing).toMatchObject({ status: "done" });
  return true;
}

describe("a server that is killed in the middle of a write", () => {
  test.each([
    "create-run-written",
    "create-run-committed",
    "freeze-written",
    "freeze-committed",
    "commit-begun",
    "commit-written:2",
    "commit-committed:2",
    "commit-committed:3",
    "commit-committed:6",
    "append-written:2",
    "finish-written",
    "finish-committed",
  ])("at %s, leaves a plan that a new server brings to its end, each step done once", async (point) => {
    const project = servedProject();
    expect(await follow(await project.connectWith({ AML_CRASH_AT: point }))).toBe(false);
    expect(await follow(await project.connect())).toBe(true);
    const [{ run, status } = { run: "", status: "" }] = project.runs();
    const events = project.events(run);
    expect(status).toBe("done");
    expect(events.filter(({ type }) => type === "step.done").map(({ data }) => data.step)).toEqual(["A", "B", "C"]);
    expect(events.filter(({ type }) => type === "run.finished")).toHaveLength(1);
    expect(JSON.parse(project.aml("audit", "verify", run, "--json").stdout)).toMatchObject({ ok: true });
  });
});

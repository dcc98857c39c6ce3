import { describe, expect, test } from "vitest";
import { type Connection, type Said, servedProject } from "./testing/served-project.ts";

const diagram = `flowchart LR
  A[Build] --> B{Good?}
  B -->|yes| C[Publish]
  B -->|no| D[Mend]`;

/** A plan in which the steps before the one that a case is about are done. */
async function planAt(step: "A" | "B", server: Connection): Promise<void> {
  await server.call("plan_start", { diagram, id: "p" });
  await server.call("plan_next", { plan: "p" });
  if (step === "A") return;
  await server.call("plan_complete", { plan: "p", step: "A", attempt: 1 });
  await server.call("plan_next", { plan: "p" });
}

function refusedBy(said: Said): unknown {
  expect(said.isError).toBe(true);
  const { refused } = said.data;
  return typeof refused === "object" && refused !== null && "rule" in refused ? refused.rule : said.text;
}

describe("a call that breaks a rule is refused with the rule and what is allowed instead", () => {
  test.each([
    [
      "completing a step that was never given",
      "A",
      "plan_complete",
      { step: "C" },
      "not-in-progress",
      'it waits for "B"',
    ],
    [
      "failing a step that was never given",
      "A",
      "plan_fail",
      { step: "D", error: "x" },
      "not-in-progress",
      "it waits for",
    ],
    ["completing an old attempt", "A", "plan_complete", { step: "A", attempt: 7 }, "old-attempt", "is at attempt 1"],
    ["completing a step that there is not", "A", "plan_complete", { step: "Z" }, "unknown-step", 'has no step "Z"'],
    ["routing what is no gate", "A", "plan_route", { step: "A", label: "yes" }, "label-without-gate", "is no gate"],
    [
      "taking a step before the one given is done",
      "A",
      "plan_next",
      {},
      "step-in-progress",
      'complete or fail "A" first',
    ],
    ["a second completion", "B", "plan_complete", { step: "A" }, "not-in-progress", "it is done and never runs again"],
    ["completing a gate without a label", "B", "plan_complete", { step: "B" }, "gate-needs-label", '"yes", "no"'],
    [
      "a label that the gate does not have",
      "B",
      "plan_route",
      { step: "B", label: "maybe" },
      "unknown-label",
      '"yes", "no"',
    ],
  ] as const)("%s", async (_, at, tool, input, rule, words) => {
    const server = await servedProject().connect();
    await planAt(at, server);
    const before = (await server.call("plan_status", { plan: "p" })).data;
    const given = tool === "plan_next" ? { plan: "p" } : { plan: "p", attempt: 1, ...input };
    const said = await server.call(tool, given);
    expect([refusedBy(said), said.text]).toEqual([rule, expect.stringContaining(words)]);
    expect((await server.call("plan_status", { plan: "p" })).data).toEqual(before);
  });

  test.each(["plan_next", "plan_status"])("an unknown plan, in %s", async (tool) => {
    const said = await (await servedProject().connect()).call(tool, { plan: "none" });
    expect([refusedBy(said), said.text]).toEqual(["unknown-plan", expect.stringContaining("plan_start begins one")]);
  });

  test("another diagram under a used id, with both hashes", async () => {
    const project = servedProject();
    const server = await project.connect();
    await server.call("plan_start", { diagram, id: "p" });
    const said = await server.call("plan_start", { diagram: diagram.replace("Mend", "Repair"), id: "p" });
    expect(refusedBy(said)).toBe("other-diagram");
    expect(new Set(said.text.match(/\b[0-9a-f]{64}\b/g))).toHaveLength(2);
    expect(project.runs()).toHaveLength(1);
  });

  test("the same diagram with other steps is another diagram", async () => {
    const server = await servedProject().connect();
    await server.call("plan_start", { diagram, id: "p" });
    const steps = [{ node: "A", brief: "Do something else." }];
    expect(refusedBy(await server.call("plan_start", { diagram, id: "p", steps }))).toBe("other-diagram");
  });

  test("simple mode with a gate, before anything is written", async () => {
    const project = servedProject();
    const server = await project.connect();
    const said = await server.call("plan_start", { diagram, mode: "simple", id: "p" });
    expect([refusedBy(said), said.text]).toEqual(["unusable-document", expect.stringContaining("the gate `B`")]);
    expect(project.runs()).toEqual([]);
    expect(refusedBy(await server.call("plan_next", { plan: "p" }))).toBe("unknown-plan");
  });

  test("a plan that is over, whose id is used", async () => {
    const server = await servedProject().connect();
    await server.call("plan_start", { diagram: "flowchart LR\n  A", id: "p" });
    await server.call("plan_next", { plan: "p" });
    await server.call("plan_complete", { plan: "p", step: "A", attempt: 1 });
    const again = await server.call("plan_complete", { plan: "p", step: "A", attempt: 1 });
    expect([refusedBy(again), again.text]).toEqual(["not-in-progress", expect.stringContaining("never runs again")]);
    const said = await server.call("plan_start", { diagram: "flowchart LR\n  A", id: "p" });
    expect([refusedBy(said), said.text]).toEqual(["plan-over", expect.stringContaining("another id")]);
  });

  test("a plan of a run that aml itself drives", async () => {
    const project = servedProject({
      "a.mmd": "flowchart LR\n  A@{ label: Look, type: manual } --> B@{ label: Go, type: pass }",
    });
    expect(project.aml("run", "a.mmd", "--trust", "trusted").status).toBe(3);
    const [{ run = "" } = {}] = project.runs();
    const server = await project.connect();
    for (const tool of ["plan_next", "plan_status"]) {
      const said = await server.call(tool, { plan: `a-${run}-0` });
      expect([refusedBy(said), said.text]).toEqual(["not-guided", expect.stringContaining(`aml resume ${run}`)]);
    }
  });

  test("a step that is verified by a command, where the server may run none", async () => {
    const project = servedProject();
    const start = { diagram: "flowchart LR\n  A", steps: [{ node: "A", verify: "true" }] };
    for (const [args, words] of [
      [[], "start it with --permissions"],
      [["--permissions", "deny"], "start it with --trust semi-trusted"],
      [["--permissions", "deny", "--trust", "semi-trusted"], "your policy does not grant"],
    ] as const) {
      const server = await project.connect(...args);
      const said = await server.call("plan_start", start);
      expect([refusedBy(said), said.text]).toEqual(["verify-not-allowed", expect.stringContaining(words)]);
    }
    expect(project.runs()).toEqual([]);
  });
});

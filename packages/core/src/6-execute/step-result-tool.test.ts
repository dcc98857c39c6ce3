import { describe, expect, test } from "vitest";
import type { OfferedReply } from "../agent/offered-tools.ts";
import { documentRig } from "../testing/document-rig.ts";
import { type Call, callOn } from "../testing/offered-rig.ts";
import { doneLine, type Reply } from "../testing/scripted-provider.ts";

describe("a step's result by the tool", () => {
  const stepped = (steps: string) =>
    `<agent name="x"><tool allow="view"><skill impl="dde-simple">\nflowchart LR\n${steps}\n</skill></tool></agent>`;
  const done = { status: "done", summary: "read it", output: "three" };
  const by =
    (work: (call: Call, prompt: string) => Promise<string>): Reply =>
    (prompt, host) =>
      work(callOn(host), prompt);

  test("ends the step, whatever the reply says, and is recorded before it is answered", async () => {
    const answers: OfferedReply[] = [];
    const { run, agent, store } = await documentRig(
      {},
      by(async (call) => {
        answers.push(await call("step_result", done));
        return "Looked at it.";
      }),
    );
    const result = await run(stepped("A[Look]"));
    expect(result).toMatchObject({ status: "done", output: { text: "three" } });
    expect(answers).toEqual([
      { text: "The step's result is recorded: done. Do nothing more in this step.", isError: false },
    ]);
    expect(agent.prompts).toHaveLength(1);
    const told = store
      .events(result.run ?? "")
      .flatMap((event) => (event.type === "agent.event" ? [event.data.event] : []));
    expect(told).toEqual([{ type: "step_result", status: "done", summary: "read it" }]);
  });

  test("that failed blocks the step with its reason, though the reply says done", async () => {
    const { run } = await documentRig(
      {},
      by(async (call) => {
        await call("step_result", { status: "failed", summary: "no such file" });
        return doneLine();
      }),
    );
    const { plans } = await run(stepped("A[Look]"));
    expect(plans[0]?.nodes).toMatchObject([{ status: "blocked", error: "the agent reports: no such file" }]);
  });

  test("counts for an outcome that says nothing else, and not for a turn that did not end of itself", async () => {
    const ended =
      (outcome: object): Reply =>
      async (_, host) => {
        await callOn(host)("step_result", done);
        return { result: "completed", flags: ["empty"], text: "", finalMessage: "", ...outcome };
      };
    const silent = await documentRig({}, ended({}));
    expect(await silent.run(stepped("A[Look]"))).toMatchObject({ status: "done", output: { text: "three" } });
    const cancelled = await documentRig({}, ended({ result: "denied" }));
    expect((await cancelled.run(stepped("A[Look]"))).plans[0]?.nodes).toMatchObject([{ status: "blocked" }]);
  });

  test("is taken once for each step: the second call is refused, the next step has its own", async () => {
    const answers: string[] = [];
    const { run } = await documentRig(
      {},
      by(async (call) => {
        answers.push((await call("step_result", done)).text, (await call("step_result", done)).text);
        return "";
      }),
    );
    expect(await run(stepped("A --> B"))).toMatchObject({ status: "done" });
    const taken = expect.stringContaining("is recorded: done");
    const again = "refused: the result of this step was given already: done";
    expect(answers).toEqual([taken, again, taken, again]);
  });

  test("of two calls at once one is taken", async () => {
    const answers: boolean[] = [];
    const { run } = await documentRig(
      {},
      by(async (call) => {
        const both = await Promise.all([call("step_result", done), call("step_result", { ...done, status: "failed" })]);
        answers.push(...both.map(({ isError }) => isError));
        return "";
      }),
    );
    expect(await run(stepped("A"))).toMatchObject({ status: "done" });
    expect(answers).toEqual([false, true]);
  });

  test("in the turn that asks again is for the same step", async () => {
    const { run, agent } = await documentRig(
      {},
      by(async (call, prompt) => {
        if (!prompt.includes("still counts as not done")) return "I looked.";
        await call("step_result", done);
        return "";
      }),
    );
    expect(await run(stepped("A"))).toMatchObject({ status: "done", output: { text: "three" } });
    expect(agent.prompts).toHaveLength(2);
  });

  test("is refused while the agent works on a prompt that is no step", async () => {
    const answers: OfferedReply[] = [];
    const { run } = await documentRig(
      {},
      by(async (call, prompt) => {
        answers.push(await call("step_result", done));
        return prompt.includes("step 1 of 1") ? "" : "prompted";
      }),
    );
    await run(
      '<agent name="x">first</agent><agent name="x"><skill impl="dde-simple">\nflowchart LR\n  A\n</skill></agent>',
    );
    expect(answers).toMatchObject([
      { text: "there is no step whose result could be given now", isError: true },
      { isError: false },
    ]);
  });

  test("decides a gate by one of its labels, and is refused with any other", async () => {
    const answers: string[] = [];
    const { run } = await documentRig(
      {},
      by(async (call, prompt) => {
        if (!prompt.includes("This step is a decision")) return doneLine("went on");
        answers.push((await call("step_result", { ...done, output: "perhaps" })).text);
        answers.push((await call("step_result", { ...done, output: "yes" })).text);
        return "";
      }),
    );
    const gate = "  G{ok?} -->|yes| B\n  G -->|no| C";
    const result = await run(`<agent name="x"><skill impl="dde-advanced">\nflowchart LR\n${gate}\n</skill></agent>`);
    expect(result.plans[0]?.gates).toEqual([{ id: "G", label: "yes" }]);
    expect(answers[0]).toBe('refused: this step is a decision: "output" must be exactly one of "yes", "no"');
  });
});

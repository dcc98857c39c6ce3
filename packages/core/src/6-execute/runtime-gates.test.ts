import { describe, expect, test } from "vitest";
import { verifyChain } from "../journal/audit.ts";
import { rig, skill, statuses, tool } from "../testing/runtime-rig.ts";
import { doneLine } from "../testing/scripted-provider.ts";
import { verifies } from "../testing/verifies.ts";

describe("gates and loops", () => {
  const gate = (run: string) =>
    skill(
      "G{ok?} -->|yes| B\n  G -->|no| C",
      `<step node="G" type="gate" run="${run}"/>${tool("B", "echo b")}${tool("C", "echo c")}`,
    );

  test("a gate takes the last line of its tool as the label", async () => {
    const { run } = await rig();
    const result = await run(gate("echo thinking; echo No"));
    expect(statuses(result)).toBe("G done, B skipped, C done");
    expect(result.plans[0]?.gates).toEqual([{ id: "G", label: "no" }]);
  });

  test("a line that is no label asks a person, whose choice is taken", async () => {
    const { run, answer, resume } = await rig();
    const waiting = await run(gate("echo maybe"));
    expect(waiting.status).toBe("waiting");
    answer(waiting.run, "G", "yes");
    expect(statuses(await resume(waiting.run))).toBe("G done, B done, C skipped");
  });

  test("pass and fail are the exit status", async () => {
    const { run } = await rig();
    const result = await run(
      skill(
        "G{ok?} -->|pass| B\n  G -->|fail| C",
        `<step node="G" type="gate" run="exit 3"/>${tool("B", "echo b")}${tool("C", "echo c")}`,
      ),
    );
    expect(statuses(result)).toBe("G done, B skipped, C done");
  });

  const decision = skill(
    "G{ok?} -->|yes| B\n  G -->|no| C",
    `<step node="G" type="gate">Is it good?</step>${tool("B", "echo b")}${tool("C", "echo c")}`,
  );

  test("a gate without a tool is decided by the agent in scope, which is told the labels", async () => {
    const { run, agent } = await rig(() => doneLine("No"));
    expect(statuses(await run(decision))).toBe("G done, B skipped, C done");
    expect(agent.prompts[0]?.text).toContain('exactly one of "yes", "no"');
  });

  test("without agent gates a person is asked, and no agent", async () => {
    const { run, agent } = await rig(() => doneLine("yes"));
    expect((await run(decision, { agentGates: false })).status).toBe("waiting");
    expect(agent.prompts).toEqual([]);
  });

  test("an agent that answers no label is asked once more, and then a person is", async () => {
    const { run, agent } = await rig(() => doneLine("perhaps"));
    const result = await run(decision);
    expect(agent.prompts).toHaveLength(2);
    expect(result.status).toBe("waiting");
    expect(result.checkpoints[0]).toMatchObject({ step: "G", choices: [{ id: "yes" }, { id: "no" }] });
    expect(result.checkpoints[0]?.message).toContain("perhaps");
  });

  test("a command that timed out decides nothing, whatever it printed", async () => {
    const { run } = await rig();
    const slow = skill(
      "G{ok?} -->|yes| B\n  G -->|no| C",
      `<step node="G" type="gate" timeout="0.2s" run="echo yes; sleep 60"/>${tool("B", "echo b")}${tool("C", "echo c")}`,
    );
    expect(statuses(await run(slow))).toBe("G blocked, B pending, C pending");
  });

  test("a gate that nobody can decide waits for a person", async () => {
    const { run } = await rig(undefined, null);
    expect(
      (
        await run(
          skill(
            "G{ok?} -->|yes| B\n  G -->|no| C",
            `<step node="G" type="gate">Is it?</step>${tool("B", "b")}${tool("C", "c")}`,
          ),
        )
      ).status,
    ).toBe("waiting");
  });

  test("a loop is told its pass and ends early when its tool says so", async () => {
    const { run } = await rig();
    const steps = `${tool("B", 'echo "$AML_ITER of $AML_MAX_ITER"; [ "$AML_ITER" = 2 ] && echo AML_EXIT_LOOP || true', 'max_iter="4"').replace('type="tool"', 'type="loop"')}${tool("C", "echo after")}`;
    const result = await run(skill("B --> C", steps));
    expect(statuses(result)).toBe("B::iter_1 done, B::iter_2 done, B::iter_3 skipped, B::iter_4 skipped, C done");
  });
});

describe("a run that stopped", () => {
  test("goes on where it was, and completed steps do not run again", async () => {
    const { run, answer, resume, events } = await rig();
    const waiting = await run(
      skill("A --> B --> C", `${tool("A", "echo a")}<step node="B" type="manual">ok?</step>${tool("C", "echo c")}`),
    );
    answer(waiting.run, "B", "approve");
    const done = await resume(waiting.run);
    expect(done.status).toBe("done");
    const started = events(done.run).flatMap((event) => (event.type === "step.started" ? [event.data.step] : []));
    expect(started).toEqual(["A", "B", "C"]);
    expect(verifyChain(events(done.run), done.audit.head ?? "").ok).toBe(true);
  });

  test("cannot be resumed when it is done, unknown, or its document was changed", async () => {
    verifies("execution.edited");
    const { run, runtime } = await rig();
    const { run: id } = await run(skill("A", tool("A", "true")));
    await expect(runtime.resume(id ?? "")).rejects.toMatchObject({ code: "finished" });
    await expect(runtime.resume("zzz")).rejects.toMatchObject({ code: "unknown-run" });
    const waiting = await run(skill("A", '<step node="A" type="manual">ok?</step>'));
    await expect(runtime.resume(waiting.run ?? "", { currentText: "other" })).rejects.toMatchObject({ code: "edited" });
  });

  test("abort at a checkpoint cancels it for good", async () => {
    const { run, answer, resume, runtime } = await rig();
    const failed = await run(skill("A --> B", `${tool("A", "false")}${tool("B", "true")}`));
    answer(failed.run, "A", "abort");
    expect((await resume(failed.run)).status).toBe("cancelled");
    await expect(runtime.resume(failed.run ?? "")).rejects.toMatchObject({ code: "finished" });
  });

  test("interrupted by its caller, it says so and runs the step again", async () => {
    const { runtime, resume } = await rig();
    const stop = new AbortController();
    const text = skill("A", tool("A", '[ "$AML_ATTEMPT" = 2 ] || sleep 600'));
    const run = runtime.run({ file: "a.md", text }, { trust: "trusted", signal: stop.signal });
    for await (const event of run) if (event.type === "step.started") stop.abort();
    const interrupted = await run.result;
    expect(interrupted.status).toBe("interrupted");
    expect((await resume(interrupted.run)).plans[0]?.nodes[0]).toMatchObject({ status: "done", attempt: 2 });
  });
});

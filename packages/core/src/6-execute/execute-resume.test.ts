import { describe, expect, test } from "vitest";
import { documentRig } from "../testing/document-rig.ts";

describe("a journalled document", () => {
  test("resumed after a failure re-runs nothing that completed", async () => {
    let isMended = false;
    const { run, runtime, called } = await documentRig({
      "h-count": () => {
        if (!isMended) throw new Error("not yet");
        return "now";
      },
    });
    const failed = await run(
      '<skill interface="upper">a</skill><skill interface="count"/><skill interface="upper">b</skill>',
    );
    expect(failed.status).toBe("failed");
    isMended = true;
    const done = await (await runtime.resume(failed.run ?? "")).result;
    expect(done.output.text).toBe("AnowB");
    expect(called).toEqual(["upper", "count", "count", "upper"]);
  });

  test("a diagram that waits lets its siblings go on, and the resume runs only what is left", async () => {
    const { run, runtime, store, called } = await documentRig();
    const diagram = '<skill impl="dde-simple">\nflowchart LR\n  A@{ label: "ok?", type: manual }\n</skill>';
    const waiting = await run(`${diagram}<skill interface="upper">b</skill>`);
    expect(waiting.status).toBe("waiting");
    expect(called).toEqual(["upper"]);
    const [checkpoint] = store.openCheckpoints(waiting.run ?? "");
    store.answer(waiting.run ?? "", checkpoint?.id ?? "", {
      choice: "approve",
      actor: "kim",
      at: new Date().toISOString(),
      note: "yes",
    });
    const done = await (await runtime.resume(waiting.run ?? "")).result;
    expect(done.output.text).toBe("yesB");
    expect(called).toEqual(["upper"]);
  });

  test("retries on a diagram make a new plan per attempt, and a tolerated failure leaves no question open", async () => {
    const { run, store } = await documentRig();
    const diagram =
      '<skill impl="dde-advanced" retries="1" on-failure="partial">\nflowchart LR\n  A@{ label: "a", type: tool, run: "exit 3" }\n</skill>';
    const result = await run(diagram);
    expect(result.status).toBe("done");
    expect(result.output.text).toContain("[FAILED: dde-advanced: attempt 1: A blocked: exit status 3; attempt 2:");
    expect(result.plans).toHaveLength(2);
    expect(store.openCheckpoints(result.run ?? "")).toEqual([]);
  });
});

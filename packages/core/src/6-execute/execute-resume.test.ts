import { describe, expect, test } from "vitest";
import { documentRig } from "../testing/document-rig.ts";
import { doneLine } from "../testing/scripted-provider.ts";
import { verifies } from "../testing/verifies.ts";

describe("a journalled document", () => {
  test("resumed after a failure re-runs nothing that completed", async () => {
    verifies("execution.resume");
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

  test("an attempt that was interrupted is never numbered again, and costs none of the retries", async () => {
    const stop = new AbortController();
    const attempts: number[] = [];
    const { run, runtime } = await documentRig({
      "h-count": ({ attempt }) => {
        attempts.push(attempt);
        if (attempt === 2) stop.abort();
        throw new Error(`fault ${attempt}`);
      },
    });
    const text = '<skill interface="count" retries="2"/>';
    const interrupted = await run(text, { signal: stop.signal });
    expect(interrupted.status).toBe("interrupted");
    const failed = await (await runtime.resume(interrupted.run ?? "")).result;
    expect(failed).toMatchObject({ status: "failed" });
    expect(attempts).toEqual([1, 2, 3, 4]);
    // What failed for good is tried as often as the document says when a person resumes it.
    await (await runtime.resume(interrupted.run ?? "")).result;
    expect(attempts).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  test("a diagram that was interrupted in its second attempt goes on with that attempt's plan", async () => {
    const stop = new AbortController();
    const { run, runtime, store } = await documentRig({}, () => {
      if (prompts++ === 1) stop.abort();
      return prompts < 3 ? '{"status": "failed", "summary": "no"}' : doneLine();
    });
    let prompts = 0;
    const diagram =
      '<agent name="worker"><skill impl="dde-advanced" retries="1" on-failure="partial">\nflowchart LR\n  A@{ label: "a", type: prompt }\n</skill></agent>';
    const interrupted = await run(diagram, { signal: stop.signal });
    expect(interrupted.status).toBe("interrupted");
    const done = await (await runtime.resume(interrupted.run ?? "")).result;
    expect(done).toMatchObject({ status: "done" });
    expect(done.plans.map(({ nodes }) => nodes.map(({ status }) => status))).toEqual([["skipped"], ["done"]]);
    const retried = [...store.events(interrupted.run ?? "")].filter(({ type }) => type === "node.retried");
    expect(retried).toHaveLength(1);
  });
});

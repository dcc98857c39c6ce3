import { describe, expect, onTestFinished, test } from "vitest";
import { currentDriver } from "../../journal/driver-identity.ts";
import { openStore } from "../../store/open-store.ts";
import { LeaseLost, type Store, StoreError } from "../../store/store.ts";
import { createGuide, type Guide } from "./guide.ts";
import type { GivenStep } from "./read-procedure.ts";

function guideOver(store: Store): Guide {
  const workspace = "/nowhere";
  const guide = createGuide({ store, workspace, permissions: null, trust: null, granted: [], environment: [] });
  onTestFinished(() => guide.close());
  return guide;
}

function start(guide: Guide, diagram: string, steps: readonly GivenStep[] = []) {
  const source = { file: "p.mmd", text: diagram };
  return guide.start({
    source,
    diagram: { steps, mode: "advanced" },
    params: {},
    id: "p",
    maxParallel: 1,
    isNew: false,
  });
}

const done = (step: string, attempt = 1) => ({ type: "done", plan: "p", step, attempt, output: "" }) as const;
const failed = (step: string, retryable: boolean) =>
  ({ type: "failed", plan: "p", step, attempt: 1, error: "broken", output: "", retryable }) as const;

/** A store whose next call of a method fails once. */
function failingOnce(store: Store, method: "commit" | "finish", error: Error): void {
  const work: (...given: never[]) => unknown = store[method].bind(store);
  const failing = () => {
    Object.assign(store, { [method]: work });
    throw error;
  };
  Object.assign(store, { [method]: failing });
}

describe("a guided plan", () => {
  test("fails a step whose brief refers to what is not there yet, and hands out the next", async () => {
    const guide = guideOver(await openStore("memory"));
    await start(guide, "flowchart LR\n  A --> B\n  C", [{ node: "A", brief: "Read {steps.B.output}.", settings: {} }]);
    expect(await guide.next("p")).toMatchObject({ ok: true, value: { step: { step: "C" } } });
    expect(guide.status("p")).toMatchObject({
      value: { steps: [{ id: "A", status: "blocked", error: expect.stringContaining("B") }, { id: "B" }, { id: "C" }] },
    });
  });

  test("is done at once when nothing of it needs anybody", async () => {
    const guide = guideOver(await openStore("memory"));
    expect(
      await start(guide, "flowchart LR\n  A@{ label: x, type: pass } --> B@{ label: y, type: pass }"),
    ).toMatchObject({ value: { status: "done" } });
  });

  test("asks a person when the last pass of a cycle is to go round again, and says so beforehand", async () => {
    const guide = guideOver(await openStore("memory"));
    const cycle = 'flowchart LR\n  A --> G@{ label: "Good?", type: gate, max_iter: 1 }\n  G -->|no| A\n  G -->|yes| B';
    await start(guide, cycle);
    await guide.next("p");
    await guide.report(done("A::iter_1"));
    expect(await guide.next("p")).toMatchObject({ value: { step: { labels: ["no", "yes"], asksPerson: ["no"] } } });
    const routed = { ...done("G::iter_1"), type: "routed", label: "no" } as const;
    expect(await guide.report(routed)).toMatchObject({
      value: { status: "waiting", checkpoints: [{ reason: "exhausted", choices: [{ id: "yes" }] }] },
    });
  });

  test("ends for good when a person aborts it", async () => {
    const store = await openStore("memory");
    const guide = guideOver(store);
    await start(guide, "flowchart LR\n  A --> B");
    await guide.next("p");
    await guide.report(failed("A", false));
    const [checkpoint] = store.openCheckpoints();
    store.answer(checkpoint?.plan === "p" ? (store.loadPlan("p")?.run ?? "") : "", checkpoint?.id ?? "", {
      choice: "abort",
      actor: "ann",
      at: new Date(0).toISOString(),
    });
    expect(await guide.next("p")).toMatchObject({ value: { step: null, standing: { status: "cancelled" } } });
    expect(await guide.next("p")).toMatchObject({ value: { step: null, standing: { status: "cancelled" } } });
  });

  test("goes on past a question that a person answered in advance", async () => {
    const store = await openStore("memory");
    const guide = guideOver(store);
    await start(guide, "flowchart LR\n  A --> M@{ label: Look, type: manual } --> B");
    const said = { choice: "approve", actor: "ann", at: new Date(0).toISOString() };
    const run = store.loadPlan("p")?.run ?? "";
    expect(store.anticipate(run, { plan: "p", step: "M" }, said)).toMatchObject({ ok: true });
    await guide.next("p");
    expect(await guide.report(done("A"))).toMatchObject({
      value: { status: "running", ready: ["B"], checkpoints: [] },
    });
    expect(await guide.next("p")).toMatchObject({ value: { step: { step: "B" } } });
  });

  test("is put off, not lost, when the store cannot write", async () => {
    const store = await openStore("memory");
    const guide = guideOver(store);
    await start(guide, "flowchart LR\n  A");
    await guide.next("p");
    const full = new StoreError("full", "the disk is full");
    failingOnce(store, "commit", full);
    await expect(guide.report(done("A"))).rejects.toThrow(full);
    expect(guide.status("p")).toMatchObject({ value: { inProgress: [{ step: "A", attempt: 1 }] } });
    failingOnce(store, "finish", full);
    await expect(guide.report(done("A"))).rejects.toThrow(full);
    expect(await guide.next("p")).toMatchObject({ value: { step: null, standing: { status: "done" } } });
  });

  test("stops at once when another has taken its run over", async () => {
    const store = await openStore("memory");
    const guide = guideOver(store);
    await start(guide, "flowchart LR\n  A");
    await guide.next("p");
    const run = store.loadPlan("p")?.run ?? "";
    store.acquire(run, currentDriver(), Date.now(), () => "dead");
    await expect(guide.report(done("A"))).rejects.toThrow(LeaseLost);
    expect(guide.held()).toEqual([]);
    expect(await guide.next("p")).toMatchObject({ ok: false, rule: "held-elsewhere" });
  });

  test("is given back when the guide closes, and closing twice is fine", async () => {
    const store = await openStore("memory");
    const guide = guideOver(store);
    await start(guide, "flowchart LR\n  A");
    await guide.next("p");
    await guide.close();
    expect(store.listRuns()).toMatchObject([{ status: "interrupted" }]);
    const later = guideOver(store);
    expect(await later.next("p")).toMatchObject({ value: { step: { step: "A", attempt: 2 } } });
  });

  test("is given back when the guide closes although another could not be", async () => {
    const store = await openStore("memory");
    const guide = guideOver(store);
    const options = { diagram: { steps: [], mode: "advanced" }, params: {}, maxParallel: 1, isNew: false } as const;
    const source = { file: "p.mmd", text: "flowchart LR\n  A" };
    for (const id of ["p", "q"]) await guide.start({ ...options, source, id });
    const full = new StoreError("full", "the disk is full");
    failingOnce(store, "finish", full);
    await expect(guide.close()).rejects.toThrow(full);
    const statuses = ["p", "q"].map((id) => store.getRun(store.loadPlan(id)?.run ?? "")?.status);
    expect(statuses).toEqual(["running", "interrupted"]);
  });

  test("has taken as long as it did since its run began", async () => {
    const store = await openStore("memory");
    let now = Date.parse("2026-05-04T03:00:00.000Z");
    const guide = createGuide({
      store,
      workspace: "/nowhere",
      permissions: null,
      trust: null,
      granted: [],
      environment: [],
      clock: { now: () => now, wait: async () => {} },
    });
    onTestFinished(() => guide.close());
    await start(guide, "flowchart LR\n  A");
    await guide.next("p");
    now += 90_000;
    await guide.report(done("A"));
    const run = store.loadPlan("p")?.run ?? "";
    const finished = store.events(run).find(({ type }) => type === "node.finished");
    expect(finished?.data).toMatchObject({ durationMs: 90_000 });
  });

  test("goes on with its own params only", async () => {
    const guide = guideOver(await openStore("memory"));
    const source = { file: "p.mmd", text: "flowchart LR\n  A" };
    const options = {
      source,
      diagram: { steps: [], mode: "advanced" },
      id: "p",
      maxParallel: 1,
      isNew: false,
    } as const;
    await guide.start({ ...options, params: { version: "1" } });
    expect(await guide.start({ ...options, params: { version: "2" } })).toMatchObject({ rule: "other-params" });
    expect(await guide.start({ ...options, params: {} })).toMatchObject({ ok: true });
  });
});

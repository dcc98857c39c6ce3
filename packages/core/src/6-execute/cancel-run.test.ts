import { describe, expect, it, test } from "vitest";
import type { Driver } from "../journal/driver-identity.ts";
import { openStore } from "../store/open-store.ts";
import type { Store } from "../store/store.ts";
import { cancelRun } from "./cancel-run.ts";
import { createRuntime, type Runtime } from "./runtime.ts";

const manual = `<skill impl="dde-simple">\nflowchart LR\n  A@{ label: "Look", type: manual }\n</skill>`;
const long = `<skill impl="dde-simple">\nflowchart LR\n  A@{ label: "Wait", type: tool, run: "sleep 600" }\n</skill>`;
const quick = `<skill impl="dde-simple">\nflowchart LR\n  A@{ label: "Say", type: tool, run: "echo said" }\n</skill>`;

async function opened(): Promise<{ store: Store; runtime: Runtime }> {
  const store = await openStore("memory");
  return { store, runtime: await createRuntime({ permissions: null, workspace: process.cwd(), store }) };
}

async function finished(text: string) {
  const { store, runtime } = await opened();
  const { run } = await runtime.run({ file: "a.md", text }, { trust: "trusted" }).result;
  return { store, runtime, run: run ?? "" };
}

describe("a run that nobody drives", () => {
  it("is recorded as cancelled, with who asked for it", async () => {
    const { store, run } = await finished(manual);
    expect(await cancelRun(store, run, { actor: "kim" })).toEqual({ outcome: "cancelled", survivors: [] });
    expect(store.getRun(run)?.status).toBe("cancelled");
    expect(store.events(run).slice(-2)).toMatchObject([
      { type: "cancel.requested", data: { actor: "kim" } },
      { type: "run.finished", data: { status: "cancelled" } },
    ]);
  });

  it("is over then: nothing of it waits for an answer, takes one, or can be gone on with", async () => {
    const { store, runtime, run } = await finished(manual);
    const [checkpoint] = store.openCheckpoints(run);
    await cancelRun(store, run, { actor: "kim" });
    expect(store.openCheckpoints()).toEqual([]);
    const answer = { choice: "approve", actor: "kim", at: new Date(0).toISOString() };
    expect(store.answer(run, checkpoint?.id ?? "", answer)).toMatchObject({ ok: false, why: "stale" });
    await expect(runtime.resume(run)).rejects.toMatchObject({ code: "finished" });
    await expect(cancelRun(store, run, { actor: "kim" })).rejects.toMatchObject({ code: "finished" });
  });
});

test("a run that is done is not cancelled", async () => {
  const { store, run } = await finished(quick);
  await expect(cancelRun(store, run, { actor: "kim" })).rejects.toMatchObject({ code: "finished" });
  expect(store.getRun(run)?.status).toBe("done");
});

test("an unknown run is told as such", async () => {
  const { store } = await opened();
  await expect(cancelRun(store, "zzz", { actor: "kim" })).rejects.toMatchObject({ code: "unknown-run" });
});

describe("a run that is being driven", () => {
  it("is ended in order by its driver, who is told through the store", async () => {
    const { store, runtime } = await opened();
    const run = runtime.run({ file: "a.md", text: long }, { trust: "trusted" });
    for await (const event of run) if (event.type === "step.started") break;
    expect(await cancelRun(store, run.id ?? "", { actor: "kim" })).toEqual({ outcome: "cancelled", survivors: [] });
    expect(await run.result).toMatchObject({ status: "cancelled", plans: [{ nodes: [{ status: "pending" }] }] });
    const asked = store.events(run.id ?? "").filter(({ type }) => type === "cancel.requested");
    expect(asked).toHaveLength(1);
  });

  it("is cancelled by its host, who is recorded", async () => {
    const { store, runtime } = await opened();
    const run = runtime.run({ file: "a.md", text: long }, { trust: "trusted" });
    run.cancel("the page");
    expect((await run.result).status).toBe("cancelled");
    expect(store.events(run.id ?? "")).toContainEqual(
      expect.objectContaining({ type: "cancel.requested", data: { actor: "the page" } }),
    );
  });

  it("by a driver that pays no heed: it is asked once, and who holds it is told", async () => {
    const { store } = await opened();
    const elsewhere: Driver = { id: "d", host: "another-machine", pid: 1, birth: "" };
    const first = {
      type: "run.started" as const,
      data: { file: "a.md", hash: "h", trust: "trusted", permissions: null, params: {} },
    };
    const run = { id: "r1", file: "a.md", text: "", hash: "h", options: {}, startedAt: new Date().toISOString() };
    store.createRun(run, elsewhere, Date.now(), first);
    const outcome = await cancelRun(store, "r1", { actor: "kim", waitMs: 250 });
    expect(outcome).toEqual({ outcome: "asked", heldBy: elsewhere });
    expect(store.events("r1").filter(({ type }) => type === "cancel.requested")).toHaveLength(1);
  });
});

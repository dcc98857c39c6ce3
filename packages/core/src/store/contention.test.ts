import { expect, it } from "vitest";
import { verifyChain } from "../journal/audit.ts";
import { sketchPlan } from "../testing/plan-sketch.ts";
import { starting, walkTime } from "../testing/plan-walk.ts";
import { describeForEachDriver } from "../testing/sqlite-drivers.ts";
import { storeFiles } from "../testing/store-files.ts";
import { type StoreProcess, storeProcess } from "../testing/store-process.ts";
import { drivePlanIn, ended, startRun } from "../testing/store-walk.ts";

await describeForEachDriver("two processes", (driver) => {
  const files = storeFiles(driver);
  const two = (...words: readonly string[]) => [
    storeProcess({ driver: driver.name }, ...words),
    storeProcess({ driver: driver.name }, ...words),
  ];

  /** Lets both begin at the same time, and gives what each tells next. */
  async function race(processes: readonly StoreProcess[]): Promise<readonly unknown[]> {
    for (const process of processes) expect(await process.next()).toEqual({ ready: true });
    for (const process of processes) process.go();
    return await Promise.all(processes.map((process) => process.next()));
  }

  it("that want the same run: one gets it, and the other is told who has it", async () => {
    const path = files.path();
    const store = await files.open(path);
    store.finish(startRun(store, "r1"), "waiting", walkTime, ended("waiting"));
    const processes = two(path, "hold", "r1");
    const answers = await race(processes);
    const winner = answers.findIndex((answer) => JSON.stringify(answer).includes('"fence":2'));
    expect(winner).not.toBe(-1);
    expect(answers[1 - winner]).toMatchObject({ heldBy: { pid: processes[winner]?.pid } });
    for (const process of processes) await process.ended();
  });

  it("of which the one that drives is killed: the other takes the run over at once", async () => {
    const path = files.path();
    const store = await files.open(path);
    store.finish(startRun(store, "r1"), "waiting", walkTime, ended("waiting"));
    const [first, second] = two(path, "hold", "r1");
    if (first === undefined || second === undefined) throw new Error("two processes were to be started");
    expect(await race([first])).toMatchObject([{ fence: 2 }]);
    first.kill();
    expect(await first.ended()).toMatchObject({ signal: "SIGKILL" });
    expect(await race([second])).toMatchObject([{ run: "r1", fence: 3, driver: { pid: second.pid } }]);
    await second.ended();
  });

  it("that answer the same checkpoint: one answer is recorded, and the other is told so", async () => {
    const path = files.path();
    const store = await files.open(path);
    const driven = drivePlanIn(store, startRun(store, "r1"), sketchPlan([{ id: "ask", type: "manual" }], []));
    driven.commit(starting("ask"));
    const processes = two(path, "answer", "r1", "plan::ask#1:manual", "approve");
    const answers = await race(processes);
    expect(answers.filter((answer) => JSON.stringify(answer).startsWith('{"ok":true'))).toHaveLength(1);
    expect(answers).toContainEqual(expect.objectContaining({ ok: false, why: "answered" }));
    expect(store.events("r1").filter(({ type }) => type === "checkpoint.answered")).toHaveLength(1);
    for (const process of processes) await process.ended();
  });

  it("that make the same file and write to it at once: both are served, and both journals are whole", async () => {
    const path = files.path();
    const processes = ["r1", "r2"].map((run) => storeProcess({ driver: driver.name }, path, "append", run, "50"));
    for (const process of processes) expect(await process.next()).toEqual({ ready: true });
    for (const process of processes) process.go();
    const ends = await Promise.all(processes.map((process) => process.ended()));
    expect(ends.map(({ lines }) => lines.at(-1))).toEqual([{ appended: true }, { appended: true }]);
    const store = await files.open(path);
    for (const run of ["r1", "r2"]) expect(verifyChain(store.events(run))).toMatchObject({ ok: true, records: 51 });
  });
});

import { expect, it } from "vitest";
import { verifyChain } from "../journal/audit.ts";
import { storeCrashPoints } from "../journal/crash-point.ts";
import { describeForEachDriver } from "../testing/sqlite-drivers.ts";
import { storeFiles } from "../testing/store-files.ts";
import { storeProcess } from "../testing/store-process.ts";

/** Where a process that drives a plan of four steps is killed, and where the one that takes it over is. */
const crashes: readonly (readonly string[])[] = [
  ...storeCrashPoints.filter((point) => !point.startsWith("acquire-")).map((point) => [point]),
  ...storeCrashPoints.filter((point) => point.startsWith("acquire-")).map((point) => ["commit-committed:2", point]),
  ...[2, 3, 4, 5, 6, 7].flatMap((time) => [[`commit-written:${time}`], [`commit-committed:${time}`]]),
  ["freeze-committed", "commit-written", "answer-committed", "finish-written"],
];

await describeForEachDriver("a process that is killed", (driver) => {
  const files = storeFiles(driver);

  it.each(crashes.map((points) => ({ points })))(
    "at $points loses nothing that it told, and repeats nothing",
    async ({ points }) => {
      const path = files.path();
      for (const crashAt of points) {
        const { lines, signal } = await storeProcess(
          { driver: driver.name, crashAt },
          path,
          "drive",
          "r1",
          "4",
        ).ended();
        expect(signal).toBe("SIGKILL");
        const kept = await look(path);
        const told = lines.flatMap((line) => seqOf(line) ?? []).at(-1) ?? 0;
        expect(kept.records).toBeGreaterThanOrEqual(told);
        const isUntold = crashAt.includes("-committed") && !/^(renew|acquire)/.test(crashAt);
        if (told > 0) expect(kept.records > told).toBe(isUntold);
        if (told === 0 && points.length === 1 && !isUntold) expect(kept.records).toBe(0);
      }
      const { lines, code } = await storeProcess({ driver: driver.name }, path, "drive", "r1", "4").ended();
      expect([code, lines.at(-1)]).toEqual([0, { finished: true }]);
      expect((await look(path)).done).toEqual(["n0", "n1", "n2", "n3"]);
    },
  );

  /** What is there after a crash: whole, and with a journal that tells the same as the tables. */
  async function look(path: string): Promise<{ records: number; done: readonly string[] }> {
    const store = await files.open(path);
    const checked = files.connect(path).prepare("PRAGMA integrity_check").get();
    expect(Object.values(checked ?? {})).toEqual(["ok"]);
    if (store.getRun("r1") === null) return { records: 0, done: [] };
    store.verify("r1");
    const events = store.events("r1");
    expect(verifyChain(events)).toMatchObject({ ok: true });
    const done = events.flatMap((event) => (event.type === "step.done" ? [event.data.step] : []));
    store.close();
    return { records: events.length, done };
  }
});

function seqOf(line: unknown): number | undefined {
  if (typeof line !== "object" || line === null || !("seq" in line)) return undefined;
  return typeof line.seq === "number" ? line.seq : undefined;
}

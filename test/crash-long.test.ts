import { crashPoints } from "@agent-markup/core";
import { describe, expect, test } from "vitest";
import { crashProject, expectedEnd, survive } from "./support/crash-procedure.ts";
import { randomNumbers, seedOfTests } from "./support/crash-random.ts";
import { sqliteDrivers } from "./support/crash-sqlite.ts";

const kills = 200;
const killsPerRun = 8;
/** A run that lasts a few seconds never renews its lease. */
const points = crashPoints.filter((point) => !point.startsWith("renew-"));
const seed = seedOfTests();

describe.runIf(process.env.AML_LONG === "1")(`killed ${kills} times wherever it may be (AML_SEED=${seed})`, () => {
  test.for(sqliteDrivers())("a run on %s always comes to its end", { timeout: 3_600_000 }, async (driver, context) => {
    const random = randomNumbers(seed);
    /** The first time mostly: a process that meets a point more often has less left to be killed in. */
    const crashAt = (killed: number) =>
      killed < killsPerRun
        ? `${points[Math.floor(random() * points.length)]}:${1 + Math.floor(random() ** 3 * 8)}`
        : undefined;
    for (let killed = 0; killed < kills; ) {
      const project = crashProject(context.onTestFinished);
      const environment = { AML_SQLITE: driver };
      const { killedAt, end } = await survive(project, { crashAt, waits: random() < 0.5, environment });
      expect(end, `after ${killedAt}`).toEqual(expectedEnd);
      killed += killedAt.length;
    }
  });
});

import fc from "fast-check";
import { expect, it } from "vitest";
import type { Change, PlanEvent } from "../plan/change.ts";
import { openCheckpoints } from "../plan/checkpoints.ts";
import { restorePlan } from "../plan/create-plan.ts";
import type { Plan } from "../plan/progress.ts";
import { transition } from "../plan/transition.ts";
import { foreignSql } from "../testing/foreign-sql.ts";
import { eventsNow, type Story, stories } from "../testing/plan-stories.ts";
import { walkTime } from "../testing/plan-walk.ts";
import { describeForEachDriver } from "../testing/sqlite-drivers.ts";
import { storeFiles } from "../testing/store-files.ts";
import { driverNamed, remark, startRun, walkNow, word } from "../testing/store-walk.ts";
import type { SqlDatabase } from "./driver.ts";
import { type Lease, LeaseLost, type Store, StoreError } from "./store.ts";

/** What anybody may try: a driver, people, another driver, and a hand that writes to the tables itself. */
type Attempt =
  | { readonly type: "drive" | "repeat" | "answer" | "foresee"; readonly pick: number }
  | { readonly type: "forge"; readonly pick: number; readonly change: Partial<Change> }
  | { readonly type: "take-over" | "old-lease"; readonly pick: number }
  | { readonly type: "sql"; readonly sql: string };

const pick = fc.nat(1_000);
const forged = fc.record({
  to: fc.constantFrom("done", "skipped", "pending", "in_progress", "blocked", "waiting"),
  attempt: fc.nat(3),
} as const);
const honest = fc.record({ type: fc.constantFrom("drive", "drive", "drive", "answer", "foresee"), pick } as const);
const attempts: fc.Arbitrary<Attempt> = fc.oneof(
  { weight: 6, arbitrary: honest },
  { weight: 1, arbitrary: fc.record({ type: fc.constantFrom("repeat", "take-over", "old-lease"), pick } as const) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("forge"), pick, change: forged } as const) },
  { weight: 4, arbitrary: fc.record({ type: fc.constant("sql"), sql: foreignSql } as const) },
);

await describeForEachDriver("whatever anybody calls or writes", (driver) => {
  const files = storeFiles(driver);

  it("a plan stays inside the rules, or is told to have been changed by another hand", {
    timeout: 120_000,
  }, async () => {
    let tampered = 0;
    await fc.assert(
      fc.asyncProperty(stories, fc.array(attempts, { minLength: 5, maxLength: 40 }), async (story, tried) => {
        const path = files.path();
        const played = begun(await files.open(path), files.connect(path), story);
        for (const attempt of tried) {
          refusedOrDone(() => tryOut(played, story, attempt));
          const verdict = refusedOrDone(() => played.store.verify("run"));
          if (verdict === "tampered") {
            tampered += 1;
            // Whoever lost the lease is told that first, and what another hand did is not its to find.
            const told = refusedOrDone(() => played.store.append(played.lease, [remark("go on")]));
            expect(told).toBe(hasLease(played) ? "tampered" : "refused");
            break;
          }
          expect(verdict).toBe("done");
          // Throws for a plan that diagram.md 5 does not know.
          stored(played.store);
        }
        played.store.close();
      }),
      { numRuns: 100 },
    );
    expect(tampered).toBeGreaterThan(0);
  });
});

interface Played {
  readonly store: Store;
  readonly foreign: SqlDatabase;
  lease: Lease;
  old: Lease;
  last: readonly Change[];
}

function begun(store: Store, foreign: SqlDatabase, { definition }: Story): Played {
  const lease = startRun(store, "run");
  store.freeze(lease, "0", { ...definition, id: "plan" });
  return { store, foreign, lease, old: lease, last: [] };
}

function hasLease({ foreign, lease }: Played): boolean {
  return Number(foreign.prepare("SELECT fence FROM runs WHERE id = 'run'").get()?.fence) === lease.fence;
}

function tryOut(played: Played, story: Story, attempt: Attempt): void {
  const { store, foreign } = played;
  switch (attempt.type) {
    case "drive":
      drive(played, played.lease, story, attempt.pick);
      return;
    case "old-lease":
      drive(played, played.old, story, attempt.pick);
      return;
    case "repeat":
      store.commit(played.lease, "plan", played.last);
      return;
    case "forge": {
      const { nodes } = stored(store).definition;
      const { id: step, index } = nodes[attempt.pick % nodes.length] ?? { id: "", index: 0 };
      const { status: from } = stored(store).steps[index] ?? { status: "pending" };
      const change = { type: "step", step, index, from, to: "done", attempt: 1, failures: 0, at: walkTime } as const;
      store.commit(played.lease, "plan", [{ ...change, ...attempt.change, type: "step" }]);
      return;
    }
    case "answer": {
      const open = store.openCheckpoints("run");
      const checkpoint = open[attempt.pick % Math.max(1, open.length)];
      const choice = checkpoint?.choices[attempt.pick % checkpoint.choices.length];
      store.answer("run", checkpoint?.id ?? "none", word(choice?.id ?? "approve"));
      return;
    }
    case "foresee": {
      const { nodes } = stored(store).definition;
      const step = nodes[attempt.pick % nodes.length]?.id ?? "";
      store.anticipate("run", { plan: "plan", step }, word(attempt.pick % 2 === 0 ? "approve" : "yes"));
      return;
    }
    case "take-over": {
      const lease = store.acquire("run", driverNamed(`driver-${attempt.pick}`), walkNow, () => "dead");
      if ("heldBy" in lease) throw new Error("a dead driver holds the run");
      played.old = played.lease;
      played.lease = lease;
      return;
    }
    case "sql": {
      try {
        foreign.exec(`BEGIN; ${attempt.sql}; COMMIT`);
      } catch {
        // Refused by a trigger or a constraint, which is as good.
        foreign.exec("ROLLBACK");
      }
    }
  }
}

/** What a driver would do next; whatever the plan says no to, it does not do. */
function drive(played: Played, lease: Lease, story: Story, choice: number): void {
  const plan = stored(played.store);
  const events = eventsNow(plan, story).filter((event) => !isQuestion(plan, event));
  const event = events[choice % Math.max(1, events.length)];
  const result = event === undefined ? null : transition(plan, event);
  if (result === null || !result.ok) return;
  played.store.commit(lease, "plan", result.changes);
  played.last = result.changes;
}

/** Nobody has answered it: a driver has nothing to act on. */
function isQuestion(plan: Plan, event: PlanEvent): boolean {
  return event.type === "answer" && openCheckpoints(plan).some(({ id }) => id === event.checkpoint);
}

function stored(store: Store): Plan {
  const found = store.loadPlan("plan");
  if (found === null) throw new Error("the plan is gone");
  return restorePlan(found.definition, found.steps, found.edges, found.checkpoints);
}

/** How a call ended; anything but an honest refusal is a fault. */
function refusedOrDone(work: () => void): "done" | "refused" | "tampered" {
  try {
    work();
    return "done";
  } catch (error) {
    if (error instanceof LeaseLost) return "refused";
    if (error instanceof StoreError) return error.code === "tampered" ? "tampered" : "refused";
    throw error;
  }
}

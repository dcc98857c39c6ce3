import { join } from "node:path";
import { applyChanges, nextReady, restorePlan, transition } from "@agent-markup/core";
import { Bench } from "tinybench";
import { chooseDriver } from "../packages/core/dist/store/choose-driver.js";
import { atMost } from "./measure.mjs";
import { planOf, startedRun } from "./plans.mjs";

const plans = 50;
const steps = 1_000;
const at = "2026-01-01T00:00:00.000Z";

/** What the reference asks SQLite for each next step: every pending step none of whose dependencies is unsettled. */
const referenceQuery = `SELECT t.id FROM todos t WHERE t.id LIKE ? AND t.status = 'pending' AND NOT EXISTS (
  SELECT 1 FROM todo_deps d JOIN todos on_it ON on_it.id = d.depends_on
  WHERE d.todo_id = t.id AND on_it.status NOT IN ('done', 'skipped'))`;

/**
 * What is to run next, with fifty plans stored: at the start of a plan, in its middle and near its end.
 * @param {import("./measure.mjs").Bench} bench
 * @returns {Promise<import("./measure.mjs").Row[]>}
 */
export async function nextReadySteps({ folder }) {
  const path = join(folder, "ready.db");
  const store = await storedPlans(path);
  const bench = new Bench({ time: 300, warmupTime: 100 });
  const places = [0, steps / 2, steps - 10];
  for (const place of places) {
    const plan = planAt(store, place);
    bench.add(`${place}`, () => {
      if (nextReady(plan) !== `S${place}`) throw new Error("not the next step");
    });
  }
  const database = (await chooseDriver(undefined)).open(path, 1_000);
  const query = database.prepare(referenceQuery);
  bench.add("reference", () => void [...query.iterate(`plan-${plans / 2}::%`)]);
  await bench.run();
  const times = places.map((place) => microseconds(bench, `${place}`));
  const slowest = Math.max(...times);
  const reference = microseconds(bench, "reference");
  database.close();
  store.close();
  const what = `next-ready look-up, ${plans} plans of ${steps.toLocaleString("en")} nodes stored`;
  return [
    atMost({
      what,
      figure: slowest,
      unit: "microseconds",
      peer: `the reference's query on the same file (${Math.round(reference)} microseconds)`,
      ratio: slowest / reference,
      atMost: 20,
    }),
    atMost({
      what: `${what}, near the end of a plan`,
      figure: times.at(-1) ?? Number.NaN,
      unit: "microseconds",
      peer: "the same at its start",
      ratio: (times.at(-1) ?? Number.NaN) / (times[0] ?? Number.NaN),
      atMost: 2,
      of: "ratio",
    }),
  ];
}

/** @param {string} path */
async function storedPlans(path) {
  const { store, lease } = await startedRun(path, "normal");
  for (let index = 0; index < plans; index++) store.freeze(lease, `${index}`, planOf(`plan-${index}`, steps));
  return store;
}

/**
 * A stored plan as its driver holds it, brought as far as the step at a place.
 * @param {import("@agent-markup/core").Store} store
 * @param {number} place
 */
function planAt(store, place) {
  const stored = store.loadPlan(`plan-${plans / 2}`);
  if (stored === null) throw new Error("the plan is not there");
  const plan = restorePlan(stored.definition, stored.steps, stored.edges, stored.checkpoints);
  for (let index = 0; index < place; index++) {
    const step = `S${index}`;
    send(plan, { type: "start", step, at });
    send(plan, { type: "finish", step, attempt: 1, at, durationMs: 0, output: { text: "" } });
  }
  return plan;
}

/**
 * @param {import("@agent-markup/core").Plan} plan
 * @param {import("@agent-markup/core").PlanEvent} event
 */
function send(plan, event) {
  const result = transition(plan, event);
  if (!result.ok) throw new Error(result.message);
  applyChanges(plan, result.changes);
}

/** @param {Bench} bench @param {string} name */
function microseconds(bench, name) {
  const result = bench.getTask(name)?.result;
  if (result?.state !== "completed") throw new Error(`${name} was not measured`);
  return result.latency.p50 * 1000;
}

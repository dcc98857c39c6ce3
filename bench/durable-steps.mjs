import { join } from "node:path";
import { bareSteps } from "./bare-commits.mjs";
import { drive } from "./drive.mjs";
import { atLeast, interleaved } from "./measure.mjs";
import { peersAreInstalled } from "./peers/install.mjs";
import { planOf, startedRun } from "./plans.mjs";

const steps = 200;
const peer = "two bare SQLite commits per step";

/**
 * Durable steps per second of one run, at both settings of `synchronous`.
 * @param {import("./measure.mjs").Bench} bench
 * @returns {Promise<import("./measure.mjs").Row[]>}
 */
export async function durableSteps({ folder }) {
  const full = await stepsPerSecond(folder, "full");
  const normal = await stepsPerSecond(folder, "normal");
  return [
    atLeast({ ...row("FULL", full), atLeast: 1.1, of: "ratio" }),
    atLeast({ ...row("NORMAL", normal), atLeast: 0.2, of: "ratio" }),
    ...(peersAreInstalled() ? [await againstLangGraph(folder)] : []),
  ];
}

/**
 * LangGraph.js with its SQLite saver, which leaves syncing to the library's default: ours syncs every commit.
 * @param {string} folder
 * @returns {Promise<import("./measure.mjs").Row>}
 */
async function againstLangGraph(folder) {
  const { langGraphChain } = await import("./peers/langgraph.mjs");
  const chain = langGraphChain(join(folder, "langgraph.db"), steps);
  const { store, lease } = await startedRun(join(folder, "steps-langgraph.db"), "full");
  const plans = Array.from({ length: 6 }, (_, at) => planOf(`plan-${at}`, steps));
  for (const plan of plans) store.freeze(lease, plan.id, plan);
  const left = plans[Symbol.iterator]();
  const times = await interleaved(
    {
      ours: () => drive(store, lease, left.next().value ?? planOf("spare", steps)),
      langGraph: () => chain.run(),
    },
    { rounds: plans.length - 1, warmUp: 1 },
  );
  store.close();
  chain.close();
  const perSecond = (/** @type {number} */ time) => (steps / time) * 1000;
  return atLeast({
    what: "durable steps of one run, synchronous=FULL",
    figure: perSecond(times.ours),
    unit: "steps/s",
    peer: `LangGraph.js with its SQLite saver (${Math.round(perSecond(times.langGraph))}/s)`,
    ratio: times.langGraph / times.ours,
    atLeast: 1,
    of: "ratio",
  });
}

/**
 * @param {string} setting
 * @param {{ readonly ours: number, readonly bare: number }} speed
 */
function row(setting, { ours, bare }) {
  const what = `durable steps of one run, synchronous=${setting}`;
  return { what, figure: ours, unit: "steps/s", peer: `${peer} (${Math.round(bare)}/s)`, ratio: ours / bare };
}

/**
 * @param {string} folder
 * @param {"full" | "normal"} synchronous
 */
async function stepsPerSecond(folder, synchronous) {
  const { store, lease } = await startedRun(join(folder, `steps-${synchronous}.db`), synchronous);
  const bare = await bareSteps(join(folder, `bare-${synchronous}.db`), synchronous === "full" ? "FULL" : "NORMAL");
  // A write-ahead log grows until its first checkpoint, which costs more than writing in one that has its size.
  bare.run(1_500);
  const warm = planOf("warm", 1_000);
  store.freeze(lease, "warm", warm);
  await drive(store, lease, warm);

  const plans = Array.from({ length: 12 }, (_, at) => planOf(`plan-${at}`, steps));
  for (const plan of plans) store.freeze(lease, plan.id, plan);
  const left = plans[Symbol.iterator]();
  const times = await interleaved(
    {
      ours: () => drive(store, lease, left.next().value ?? warm),
      bare: () => bare.run(steps),
    },
    { rounds: plans.length - 1, warmUp: 1 },
  );
  store.close();
  bare.close();
  return { ours: (steps / times.ours) * 1000, bare: (steps / times.bare) * 1000 };
}

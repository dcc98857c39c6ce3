// Loads a large plan, drives it to its end, and prints what that took. Arguments: the file of the store, edges of each step.
import { chooseDriver } from "../../packages/core/dist/store/choose-driver.js";
import { drive } from "../drive.mjs";
import { median } from "../measure.mjs";
import { planOf, startedRun } from "../plans.mjs";

const [, , path = "", edgesEach = "1"] = process.argv;
const steps = 100_000;
const definition = planOf("large", steps, Number(edgesEach));
const { store, lease } = await startedRun(path, "normal");

const loadMs = timed(() => store.freeze(lease, "0", definition));
const loadedMegabytes = peakMegabytes();

/** @type {number[]} */
const settled = [];
await drive(store, lease, definition, () => settled.push(performance.now()));
const drivenMegabytes = peakMegabytes();
store.close();

const bareMs = await bareInserts(definition.nodes.length, definition.edges.length);
const { firstTenth, lastTenth } = perStep();
process.stdout.write(JSON.stringify({ loadMs, bareMs, loadedMegabytes, drivenMegabytes, firstTenth, lastTenth }));

/** Median microseconds from one settlement to the next. */
function perStep() {
  const gaps = settled.slice(1).map((time, at) => (time - (settled[at] ?? time)) * 1000);
  return { firstTenth: median(gaps.slice(0, steps / 10)), lastTenth: median(gaps.slice(-steps / 10)) };
}

/** @param {() => void} work */
function timed(work) {
  const before = performance.now();
  work();
  return performance.now() - before;
}

function peakMegabytes() {
  return process.resourceUsage().maxRSS / 1024;
}

/**
 * As many rows as the plan has, of the same widths and with the same keys, but without triggers and checks.
 * @param {number} nodes
 * @param {number} edges
 */
async function bareInserts(nodes, edges) {
  const database = (await chooseDriver(undefined)).open(`${path}.bare`, 1_000);
  database.exec("PRAGMA page_size = 2048; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL");
  database.exec(`CREATE TABLE steps (id TEXT PRIMARY KEY, plan TEXT, node TEXT, title TEXT, description TEXT, status TEXT, seq INTEGER) STRICT;
    CREATE TABLE edges (plan TEXT, seq INTEGER, source TEXT, target TEXT, PRIMARY KEY (plan, seq)) STRICT, WITHOUT ROWID;
    CREATE TABLE dependencies (step TEXT, needs TEXT, PRIMARY KEY (step, needs)) STRICT, WITHOUT ROWID`);
  const step = database.prepare("INSERT INTO steps VALUES (?, 'large', ?, ?, ?, 'pending', ?)");
  const edge = database.prepare("INSERT INTO edges VALUES ('large', ?, ?, ?)");
  const dependency = database.prepare("INSERT INTO dependencies VALUES (?, ?)");
  const text = "x".repeat(100);
  const time = timed(() => {
    database.exec("BEGIN");
    for (let at = 0; at < nodes; at++) step.run(`large::S${at}`, `S${at}`, `Step ${at}`, text, at);
    for (let at = 0; at < edges; at++) {
      const [from, to] = [`large::S${at % nodes}`, `large::S${(at * 7 + 1) % nodes}`];
      edge.run(at, from, to);
      dependency.run(to, `${from}-${at}`);
    }
    database.exec("COMMIT");
  });
  database.close();
  return time;
}

import { join } from "node:path";
import { atMost } from "./measure.mjs";
import { cold, node } from "./processes.mjs";

/**
 * Plans of a size that no document has: what a store of years comes to. Each is loaded and driven to its end in a process of
 * its own, so that its memory is its own too.
 * @param {import("./measure.mjs").Bench} bench
 * @returns {import("./measure.mjs").Row[]}
 */
export function largePlans({ folder }) {
  return [
    ...rows({ folder, name: "100,000-node plan", edgesEach: 1, loadMs: 2_000 }),
    ...rows({ folder, name: "100,000-node plan, 300,000 edges", edgesEach: 3, loadMs: 4_000 }),
  ];
}

/**
 * @typedef {object} Figures what the process prints
 * @property {number} loadMs
 * @property {number} bareMs the same rows written by bare inserts
 * @property {number} loadedMegabytes most memory until the plan was loaded
 * @property {number} drivenMegabytes most memory until it was driven to its end
 * @property {number} firstTenth microseconds per step
 * @property {number} lastTenth
 */

/** @param {{ folder: string, name: string, edgesEach: number, loadMs: number }} plan */
function rows({ folder, name, edgesEach, loadMs }) {
  const path = join(folder, `large-${edgesEach}.db`);
  /** @type {Figures} */
  const figures = JSON.parse(node([cold("large-plan"), path, `${edgesEach}`]));
  return [
    atMost({
      what: `${name}: load`,
      figure: figures.loadMs,
      unit: "ms",
      peer: "bare inserts of as many rows, one transaction",
      ratio: figures.loadMs / figures.bareMs,
      atMost: loadMs,
    }),
    atMost({
      what: `${name}: memory once loaded`,
      figure: figures.loadedMegabytes,
      unit: "MB",
      peer: "itself, driven to its end",
      ratio: figures.loadedMegabytes / figures.drivenMegabytes,
      atMost: 300,
    }),
    atMost({
      what: `${name}: time per step, last tenth`,
      figure: figures.lastTenth,
      unit: "microseconds",
      peer: "its first tenth",
      ratio: figures.lastTenth / figures.firstTenth,
      atMost: 1.5,
      of: "ratio",
    }),
  ];
}

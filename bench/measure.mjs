/**
 * One goal as it was measured.
 * @typedef {object} Row
 * @property {string} what
 * @property {number} figure
 * @property {string} unit
 * @property {string} peer what it is compared with
 * @property {number | null} ratio ours to the peer's in the figure's sense; null where the peer can only be named
 * @property {string} goal
 * @property {boolean} met
 */

/**
 * What a group of rows may use.
 * @typedef {object} Bench
 * @property {string} folder for files of this run, on the disk that state lies on; removed afterwards
 */

/** @typedef {() => unknown} Side one of the things compared; may be asynchronous */

/** @param {readonly number[]} values */
export function median(values) {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

/**
 * Median milliseconds of each side. The sides take turns, and every second round goes the other way, so that a load which
 * comes and goes falls on all of them. A side that only computes never waits, so where it took longer than it had a
 * processor (`computes`), others had it, and its processor time counts.
 * @template {string} Name
 * @param {Readonly<Record<Name, Side>>} sides
 * @param {{ readonly rounds: number, readonly warmUp?: number, readonly computes?: boolean }} options
 * @returns {Promise<Record<Name, number>>}
 */
export async function interleaved(sides, { rounds, warmUp = 0, computes = false }) {
  const names = /** @type {Name[]} */ (Object.keys(sides));
  const times = new Map(names.map((name) => [name, /** @type {number[]} */ ([])]));
  for (let round = -warmUp; round < rounds; round++) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const usage = process.cpuUsage();
      const before = performance.now();
      await sides[name]();
      const time = performance.now() - before;
      const { user, system } = process.cpuUsage(usage);
      if (round >= 0) times.get(name)?.push(computes ? Math.min(time, (user + system) / 1000) : time);
    }
  }
  return /** @type {Record<Name, number>} */ (
    Object.fromEntries([...times].map(([name, each]) => [name, median(each)]))
  );
}

/**
 * A row whose goal is an upper bound of its ratio or, without one, of its figure.
 * @param {Omit<Row, "met" | "goal"> & { readonly atMost: number, readonly of?: "figure" | "ratio" }} row
 * @returns {Row}
 */
export function atMost({ atMost, of = "figure", ...row }) {
  const measured = of === "figure" ? row.figure : (row.ratio ?? Number.NaN);
  return { ...row, goal: `at most ${atMost} ${of === "figure" ? row.unit : "times"}`, met: measured <= atMost };
}

/**
 * A row whose goal is a lower bound.
 * @param {Omit<Row, "met" | "goal"> & { readonly atLeast: number, readonly of?: "figure" | "ratio" }} row
 * @returns {Row}
 */
export function atLeast({ atLeast, of = "figure", ...row }) {
  const measured = of === "figure" ? row.figure : (row.ratio ?? Number.NaN);
  return { ...row, goal: `at least ${atLeast} ${of === "figure" ? row.unit : "times"}`, met: measured >= atLeast };
}

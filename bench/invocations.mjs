import { atMost } from "./measure.mjs";
import { cold, node } from "./processes.mjs";

/**
 * A document of 10,000 invocations of a handler that does nothing, run in memory, in a process of its own.
 * @returns {import("./measure.mjs").Row[]}
 */
export function invocations() {
  const name = "document of 10,000 invocations, run in memory";
  /** @type {{ idleMegabytes: number, megabytes: number, firstTenth: number, lastTenth: number }} */
  const { idleMegabytes, megabytes, firstTenth, lastTenth } = JSON.parse(node([cold("invocations")]));
  return [
    atMost({
      what: `${name}: most memory`,
      figure: megabytes,
      unit: "MB",
      peer: "itself, before the run",
      ratio: megabytes / idleMegabytes,
      atMost: 300,
    }),
    atMost({
      what: `${name}: time per node, last tenth`,
      figure: lastTenth,
      unit: "microseconds",
      peer: "its first tenth",
      ratio: lastTenth / firstTenth,
      atMost: 1.5,
      of: "ratio",
    }),
  ];
}

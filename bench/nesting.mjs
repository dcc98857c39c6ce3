import { atMost, interleaved } from "./measure.mjs";
import { bareNode, cold, node } from "./processes.mjs";

/**
 * A hundred thousand nested tags, from the start of the process to its end.
 * @returns {Promise<import("./measure.mjs").Row[]>}
 */
export async function nesting() {
  const program = cold("parse-nested");
  const { ours, bare } = await interleaved({ ours: () => node([program]), bare: bareNode }, { rounds: 9, warmUp: 1 });
  return [
    atMost({
      what: "100,000 nested tags, cold process",
      figure: ours,
      unit: "ms",
      peer: "node -e 0",
      ratio: ours / bare,
      atMost: 500,
    }),
  ];
}

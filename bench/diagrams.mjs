import { parseDiagram } from "@agent-markup/core";
import { atMost, interleaved } from "./measure.mjs";

const nodes = 1_000;
const text = `flowchart LR\n${Array.from({ length: nodes - 1 }, (_, at) => `  S${at}[Step ${at}] --> S${at + 1}[Step ${at + 1}]\n`).join("")}`;

/**
 * A chain of a thousand nodes. The peer is one regular expression over its lines: what a reader of nothing but this one
 * shape of line would do.
 * @returns {Promise<import("./measure.mjs").Row[]>}
 */
export async function diagrams() {
  const times = await interleaved({ ours: read, peer: matchLines }, { rounds: 60, warmUp: 20, computes: true });
  return [
    atMost({
      what: "diagram parse, 1,000-node chain",
      figure: times.ours,
      unit: "ms",
      peer: "one regular expression over the lines (mermaid, published: 50 ms)",
      ratio: times.ours / times.peer,
      atMost: 5,
    }),
  ];
}

function read() {
  const { diagram } = parseDiagram({ file: "chain.mmd", text });
  if (diagram?.nodes.length !== nodes) throw new Error("the chain was not read");
}

function matchLines() {
  const seen = new Map();
  for (const [, from, fromLabel, to, toLabel] of text.matchAll(/^ *(\w+)\[(.*?)\] --> (\w+)\[(.*?)\]$/gm)) {
    seen.set(from, fromLabel).set(to, toLabel);
  }
  if (seen.size !== nodes) throw new Error("the chain was not matched");
}

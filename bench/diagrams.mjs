import { parseDiagram } from "@agent-markup/core";
import { atMost, interleaved } from "./measure.mjs";
import { peersAreInstalled } from "./peers/install.mjs";

const nodes = 1_000;
const text = `flowchart LR\n${Array.from({ length: nodes - 1 }, (_, at) => `  S${at}[Step ${at}] --> S${at + 1}[Step ${at + 1}]\n`).join("")}`;

const what = "diagram parse, 1,000-node chain";

/**
 * A chain of a thousand nodes. One peer is a regular expression over its lines: what a reader of nothing but this one shape
 * of line would do; the other is mermaid's own parser.
 * @returns {Promise<import("./measure.mjs").Row[]>}
 */
export async function diagrams() {
  const times = await interleaved({ ours: read, peer: matchLines }, { rounds: 60, warmUp: 20, computes: true });
  return [
    atMost({
      what,
      figure: times.ours,
      unit: "ms",
      peer: "one regular expression over the lines",
      ratio: times.ours / times.peer,
      atMost: 5,
    }),
    ...(peersAreInstalled() ? [await againstMermaid()] : []),
  ];
}

/** @returns {Promise<import("./measure.mjs").Row>} */
async function againstMermaid() {
  const { mermaidParser } = await import("./peers/mermaid.mjs");
  const parse = await mermaidParser();
  const readByMermaid = async () => {
    if ((await parse(text)) !== nodes) throw new Error("mermaid did not read the chain");
  };
  const times = await interleaved({ ours: read, mermaid: readByMermaid }, { rounds: 5, warmUp: 2, computes: true });
  return atMost({
    what,
    figure: times.ours,
    unit: "ms",
    peer: `mermaid's parser (${Math.round(times.mermaid)} ms)`,
    ratio: times.ours / times.mermaid,
    atMost: 1,
    of: "ratio",
  });
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

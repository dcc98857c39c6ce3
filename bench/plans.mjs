import { currentDriver, openStore } from "@agent-markup/core";

const now = Date.parse("2026-01-01T00:00:00Z");
const at = new Date(now).toISOString();
const hash = "0".repeat(64);

/**
 * A plan in which each step leads to the next few: one is a chain.
 * @param {string} id
 * @param {number} steps
 * @param {number} [each] edges out of a step
 * @returns {import("@agent-markup/core").PlanDefinition}
 */
export function planOf(id, steps, each = 1) {
  const edges = [];
  for (let from = 0; from < steps; from++) {
    for (let to = from + 1; to <= Math.min(from + each, steps - 1); to++) {
      edges.push(/** @type {const} */ ({ index: edges.length, from, to, label: null, kind: "solid", fallback: false }));
    }
  }
  return { id, mode: "advanced", hash, diagram: "flowchart LR\n", nodes: Array.from({ length: steps }, stepAt), edges };
}

/**
 * @param {unknown} _
 * @param {number} index
 * @returns {import("@agent-markup/core").PlanNode}
 */
function stepAt(_, index) {
  return {
    id: `S${index}`,
    index,
    label: `Step ${index}`,
    shape: "rect",
    type: "tool",
    brief: "Say that it is done.",
    tools: { allowed: null, denied: new Set() },
    origin: `S${index}`,
    onExhaust: "continue",
    retries: 0,
    idempotent: true,
  };
}

/**
 * A store in a file with one run that this process drives.
 * @param {string} path
 * @param {"full" | "normal"} synchronous
 */
export async function startedRun(path, synchronous) {
  const store = await openStore(path, { synchronous });
  const { lease } = store.createRun(
    { id: "bench", file: "bench.md", text: "", hash, options: {}, startedAt: at },
    currentDriver(),
    Date.now(),
    {
      type: "run.started",
      data: { file: "bench.md", hash, trust: "trusted", permissions: null, params: {} },
    },
  );
  return { store, lease };
}

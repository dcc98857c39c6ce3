import type { PlanDefinition, PlanEdge, PlanNode, StepStatus } from "../plan/plan.ts";

/** How a step of each status is painted. */
const paint: Readonly<Record<StepStatus, string>> = {
  pending: "fill:#f6f8fa,stroke:#8c959f,color:#24292f",
  in_progress: "fill:#ddf4ff,stroke:#0969da,color:#24292f",
  done: "fill:#dafbe1,stroke:#1a7f37,color:#24292f",
  skipped: "fill:#f6f8fa,stroke:#8c959f,color:#6e7781,stroke-dasharray: 4",
  blocked: "fill:#ffebe9,stroke:#cf222e,color:#24292f",
  waiting: "fill:#fff8c5,stroke:#9a6700,color:#24292f",
};

const arrows = { solid: "-->", thick: "==>", dotted: "-.->" };

/**
 * A plan as a mermaid flowchart, loops and cycles copied out, with a class for the status of each step (diagram.md 5).
 * Steps have ids of their own in it, since those of a plan can hold what mermaid does not take in an id.
 */
export function renderMermaid(plan: PlanDefinition, statusOf: (step: string) => StepStatus | undefined): string {
  const lines = ["flowchart TB"];
  for (const [group, nodes] of byGroup(plan)) {
    if (group !== null) lines.push(`  subgraph ${quoted(group)}`);
    for (const node of nodes) lines.push(`    ${drawn(node, statusOf(node.id))}`);
    if (group !== null) lines.push("  end");
  }
  for (const edge of plan.edges) lines.push(`  ${drawnEdge(edge)}`);
  for (const [status, style] of Object.entries(paint)) lines.push(`  classDef ${status} ${style}`);
  return `${lines.join("\n")}\n`;
}

function byGroup({ nodes }: PlanDefinition): ReadonlyMap<string | null, readonly PlanNode[]> {
  const groups = new Map<string | null, PlanNode[]>([[null, []]]);
  for (const node of nodes) {
    const group = groups.get(node.group ?? null) ?? [];
    group.push(node);
    groups.set(node.group ?? null, group);
  }
  return groups;
}

function drawn({ index, label, type, iter, maxIter }: PlanNode, status: StepStatus | undefined): string {
  const text = quoted(iter === undefined ? label : `${label} (${iter} of ${maxIter})`);
  const shape = type === "gate" ? `{${text}}` : type === "pass" ? `(${text})` : `[${text}]`;
  return `s${index}${shape}${status === undefined ? "" : `:::${status}`}`;
}

// Where an edge leads nowhere it still says something: the path ends, or a person is asked.
function drawnEdge({ index, from, to, label, kind, exhausted }: PlanEdge): string {
  const target = to === null ? `end${index}((${quoted(exhausted === true ? "ask a person" : "end")}))` : `s${to}`;
  return `s${from} ${arrows[kind]}${label === null ? "" : `|${quoted(label)}|`} ${target}`;
}

/** Text in quotes; what would end them, begin something else, or be read as a code is written as a code itself. */
function quoted(text: string): string {
  const codes = text
    .replace(/["#`%]/g, (character) => `#${character.charCodeAt(0)};`)
    .replace(/\r?\n|\r/g, "<br/>")
    // mermaid drops a line with a direction, and joins what a semicolon parts behind a style, wherever they stand.
    .replace(/direction(?=\s)/gi, "directio#110;");
  const line = /style|classDef/.test(codes) ? codes.replace(/:/g, "#58;") : codes;
  return line.trim() === "" ? '" "' : `"${line}"`;
}

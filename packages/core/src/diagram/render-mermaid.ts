import type { PlanDefinition, StepStatus } from "../plan/plan.ts";
import { printable } from "../text/printable.ts";
import type { Figure } from "./picture/figure.ts";
import {
  endWords,
  type PictureEdge,
  type PictureStep,
  type PlanPicture,
  type PlanProgress,
  pictureOf,
} from "./picture/plan-picture.ts";

/** How a step of each status is painted. */
const paint: Readonly<Record<StepStatus, string>> = {
  pending: "fill:#f6f8fa,stroke:#8c959f,color:#24292f",
  in_progress: "fill:#ddf4ff,stroke:#0969da,color:#24292f",
  done: "fill:#dafbe1,stroke:#1a7f37,color:#24292f",
  skipped: "fill:#f6f8fa,stroke:#8c959f,color:#57606a,stroke-dasharray: 4",
  blocked: "fill:#ffebe9,stroke:#cf222e,color:#24292f",
  waiting: "fill:#fff8c5,stroke:#9a6700,color:#24292f",
};

const deadEdge = "stroke:#8c959f,stroke-dasharray: 7 5";

const arrows = { solid: "-->", thick: "==>", dotted: "-.->" };

const brackets: Readonly<Record<Figure, readonly [open: string, close: string]>> = {
  rectangle: ["[", "]"],
  round: ["(", ")"],
  stadium: ["([", "])"],
  subroutine: ["[[", "]]"],
  cylinder: ["[(", ")]"],
  circle: ["((", "))"],
  "double-circle": ["(((", ")))"],
  ellipse: ["([", "])"],
  diamond: ["{", "}"],
  hexagon: ["{{", "}}"],
  "lean-right": ["[/", "/]"],
  "lean-left": ["[\\", "\\]"],
  trapezoid: ["[/", "\\]"],
  "inverted-trapezoid": ["[\\", "/]"],
  flag: [">", "]"],
  bar: ["[[", "]]"],
};

/**
 * A plan as a mermaid flowchart, loops and cycles copied out, with the status of each step in its label and as its class
 * when some progress is given (diagram.md 5). Steps have ids of their own in it, since those of a plan can hold what mermaid
 * does not take in an id.
 */
export function renderMermaid(plan: PlanDefinition, progress?: PlanProgress): string {
  const picture = pictureOf(plan, progress);
  const dead = picture.edges.filter(({ state }) => state === "dead").map(({ edge }) => edge.index);
  const lines = [
    `flowchart ${picture.direction}`,
    ...contentsOf(picture),
    ...picture.edges.map((edge) => `  ${drawnEdge(edge)}`),
    ...(dead.length === 0 ? [] : [`  linkStyle ${dead.join(",")} ${deadEdge}`]),
    ...(progress === undefined ? [] : Object.entries(paint).map(([status, style]) => `  classDef ${status} ${style}`)),
  ];
  return `${lines.join("\n")}\n`;
}

/** Steps outside groups, then each group with what is in it. */
function contentsOf({ steps, groups }: PlanPicture): readonly string[] {
  const byGroup = new Map<number | null, PictureStep[]>();
  for (const step of steps) listed(byGroup, step.group).push(step);
  const inside = new Map<number | null, number[]>();
  for (const [place, { parent }] of groups.entries()) listed(inside, parent).push(place);
  const linesIn = (group: number | null, indent: string): string[] => [
    ...(byGroup.get(group) ?? []).map((step) => `${indent}${drawn(step)}`),
    ...(inside.get(group) ?? []).flatMap((place) => [
      `${indent}subgraph g${place}[${quoted(groups[place]?.title ?? "")}]`,
      ...linesIn(place, `${indent}  `),
      `${indent}end`,
    ]),
  ];
  return linesIn(null, "  ");
}

function listed<Key, Value>(lists: Map<Key, Value[]>, key: Key): Value[] {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
}

function drawn({ node, figure, name, remark, state }: PictureStep): string {
  const [open, close] = brackets[figure];
  const text = quoted(state === null ? name : `${name}\n${remark}`);
  return `s${node.index}${open}${text}${close}${state === null ? "" : `:::${state.status}`}`;
}

// Where an edge leads nowhere it still says something: the path ends, or a person is asked.
function drawnEdge({ edge, state }: PictureEdge): string {
  const { index, from, to, label, kind } = edge;
  const target = to === null ? `end${index}((${quoted(endWords(edge))}))` : `s${to}`;
  const text = label === null ? "" : `|${quoted(state === "live" ? `✓ ${label}` : label)}|`;
  return `s${from} ${arrows[kind]}${text} ${target}`;
}

/** Text in quotes; what would end them, begin something else, or be read as a code is written as a code itself. */
function quoted(text: string): string {
  const codes = printable(text)
    .replace(/["#`%]/g, (character) => `#${character.charCodeAt(0)};`)
    .replace(/\r?\n|\r/g, "<br/>")
    // mermaid drops a line with a direction, and joins what a semicolon parts behind a style, wherever they stand.
    .replace(/direction(?=\s)/gi, "directio#110;");
  const line = /style|classDef/.test(codes) ? codes.replace(/:/g, "#58;") : codes;
  return line.trim() === "" ? '" "' : `"${line}"`;
}

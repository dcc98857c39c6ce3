import type { StepStatus } from "../../plan/plan.ts";

export interface Paint {
  readonly fill: string;
  readonly stroke: string;
  readonly text: string;
}

/** The colours of one theme: what is written stands out from what it is written on by at least 4.5 to 1, a line by 3 to 1. */
export interface Theme {
  readonly ground: string;
  readonly text: string;
  /** Lines between steps; of those that a run did not take. */
  readonly edge: string;
  readonly faint: string;
  readonly group: Paint;
  readonly steps: Readonly<Record<StepStatus | "planned", Paint>>;
}

export const light: Theme = {
  ground: "#ffffff",
  text: "#1f2328",
  edge: "#57606a",
  faint: "#818b95",
  group: { fill: "#f6f8fa", stroke: "#818b95", text: "#424a53" },
  steps: {
    planned: { fill: "#ffffff", stroke: "#57606a", text: "#1f2328" },
    pending: { fill: "#ffffff", stroke: "#818b95", text: "#424a53" },
    in_progress: { fill: "#ddf4ff", stroke: "#0969da", text: "#0a3069" },
    done: { fill: "#dafbe1", stroke: "#1a7f37", text: "#044f1e" },
    skipped: { fill: "#f6f8fa", stroke: "#818b95", text: "#57606a" },
    blocked: { fill: "#ffebe9", stroke: "#cf222e", text: "#82071e" },
    waiting: { fill: "#fff8c5", stroke: "#9a6700", text: "#633c01" },
  },
};

export const dark: Theme = {
  ground: "#0d1117",
  text: "#e6edf3",
  edge: "#9198a1",
  faint: "#6e7681",
  group: { fill: "#151b23", stroke: "#6e7681", text: "#b1bac4" },
  steps: {
    planned: { fill: "#161b22", stroke: "#9198a1", text: "#e6edf3" },
    pending: { fill: "#0d1117", stroke: "#6e7681", text: "#b1bac4" },
    in_progress: { fill: "#0b2544", stroke: "#58a6ff", text: "#cae8ff" },
    done: { fill: "#0f2a18", stroke: "#3fb950", text: "#aff5b4" },
    skipped: { fill: "#151b23", stroke: "#6e7681", text: "#9ea7b3" },
    blocked: { fill: "#3a1114", stroke: "#f85149", text: "#ffdcd7" },
    waiting: { fill: "#2e2106", stroke: "#d29922", text: "#f8e3a1" },
  },
};

/** The style sheet of a picture in both themes; every rule is bound to the picture's own class, so that a page may hold it. */
export function styleSheet(): string {
  return [
    ".aml-plan{font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif}",
    ".aml-plan text{text-anchor:middle;white-space:pre}",
    ".aml-plan .mark,.aml-plan .edge path{fill:none}",
    ".aml-plan .shape,.aml-plan .mark{stroke-width:1.5}",
    ".aml-plan .remark{font-size:11px}",
    ".aml-plan .heading{font-weight:600;text-anchor:start}",
    ".aml-plan .edge path{stroke-width:1.5}",
    ".aml-plan .edge.live path,.aml-plan .edge.chosen path{stroke-width:2}",
    ".aml-plan .thick,.aml-plan .edge.thick path{stroke-width:3.5}",
    ".aml-plan .edge.dotted path{stroke-dasharray:2 4}",
    ".aml-plan .edge.dead path{stroke-width:1;stroke-dasharray:7 5}",
    ".aml-plan .edge.dead text{text-decoration:line-through}",
    ".aml-plan .edge.chosen text{font-weight:700}",
    ".aml-plan .frame{stroke-dasharray:3 3}",
    ".aml-plan .skipped .shape,.aml-plan .skipped .mark{stroke-dasharray:5 3}",
    ".aml-plan .in_progress .shape,.aml-plan .blocked .shape,.aml-plan .waiting .shape{stroke-width:2.5}",
    ...colours(light),
    `@media (prefers-color-scheme:dark){${colours(dark).join("")}}`,
  ].join("\n");
}

function colours({ ground, text, edge, faint, group, steps }: Theme): readonly string[] {
  return [
    `.aml-plan .ground{fill:${ground}}`,
    `.aml-plan .heading,.aml-plan .edge text{fill:${text}}`,
    `.aml-plan .edge path{stroke:${edge}}`,
    `.aml-plan .edge polygon{fill:${edge};stroke:${edge}}`,
    `.aml-plan .edge.dead path{stroke:${faint}}`,
    `.aml-plan .edge.dead polygon{fill:${ground};stroke:${faint}}`,
    `.aml-plan .group rect{fill:${group.fill};stroke:${group.stroke}}`,
    `.aml-plan .group text{fill:${group.text}}`,
    ...Object.entries(steps).flatMap(([name, { fill, stroke, text: written }]) => [
      `.aml-plan .${name} .shape{fill:${fill};stroke:${stroke}}`,
      `.aml-plan .${name} .mark{stroke:${stroke}}`,
      `.aml-plan .${name} text{fill:${written}}`,
    ]),
  ];
}

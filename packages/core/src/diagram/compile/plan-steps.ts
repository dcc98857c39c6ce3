import type { PlanNode } from "../../plan/plan.ts";
import { retriesOf, timeoutOf } from "./check-settings.ts";
import { type Copying, passesOf } from "./copies.ts";
import { settingOf, type TypedDraft } from "./draft.ts";
import type { Report } from "./report.ts";
import { stepTools, type ToolScope } from "./step-tools.ts";
import { toolBlockOf } from "./tool-block.ts";

/** A step as every copy of it is; its id, place and pass come with the copy. */
export type PlanStep = Omit<PlanNode, "id" | "index" | "iter" | "maxIter">;

/** What the declaration and the diagram make of a node together (diagram.md 3). */
export function planStep(draft: TypedDraft, scope: ToolScope, report: Report): PlanStep {
  const { node, step, type } = draft;
  const { named, tools } = stepTools(draft, scope, report);
  const block = toolBlockOf(draft, named, report);
  const timeoutMs = timeoutOf(settingOf(draft, "timeout"), report);
  return {
    origin: node.id,
    label: settingOf(draft, "label")?.value ?? node.label,
    shape: node.shape,
    type,
    brief: step?.brief ?? "",
    tools,
    onExhaust: settingOf(draft, "on_exhaust")?.value === "checkpoint" ? "checkpoint" : "continue",
    retries: retriesOf(settingOf(draft, "retries"), report),
    idempotent: settingOf(draft, "idempotent")?.value !== "false",
    ...(node.group === null ? {} : { group: node.group }),
    ...(block === undefined ? {} : { block }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...optional(draft),
  };
}

/** The copies of one step, from `index` on: its own id where nothing is copied, else `id::iter_1` and so on (diagram.md 2). */
export function* copiesOf(step: PlanStep, copying: Copying, index: number): Generator<PlanNode> {
  const bound = copying.loop ?? copying.cycles.at(-1)?.bound;
  for (let copy = 0; copy < copying.count; copy += 1) {
    const passes = passesOf(copying, copy);
    const id = [step.origin, ...passes.map((pass) => `iter_${pass + 1}`)].join("::");
    const pass = passes.at(-1);
    const iteration = pass === undefined || bound === undefined ? {} : { iter: pass + 1, maxIter: bound };
    yield { ...step, id, index: index + copy, ...iteration };
  }
}

function optional(draft: TypedDraft): Pick<PlanStep, "model" | "session" | "verify"> {
  const model = settingOf(draft, "model")?.value;
  const session = settingOf(draft, "session")?.value ?? (draft.type === "session" ? draft.node.id : undefined);
  const verify = settingOf(draft, "verify")?.value;
  return {
    ...(model === undefined ? {} : { model }),
    ...(session === undefined ? {} : { session }),
    ...(verify === undefined ? {} : { verify }),
  };
}

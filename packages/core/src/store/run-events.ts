import { hash } from "node:crypto";
import { canonicalJson } from "../journal/canonical-json.ts";
import type { EventBody } from "../journal/events.ts";
import type { PlanDefinition } from "../plan/plan.ts";
import { type NewRun, type RunStatus, StoreError } from "./store.ts";

/** A run starts as its first event tells, with the digest of all that it is resumed by. */
export function startedEvent(run: NewRun, first: EventBody): EventBody {
  if (first.type === "run.started") return { ...first, data: { ...first.data, record: runDigest(run) } };
  throw new StoreError("refused", `a run starts with run.started, not with ${first.type}`);
}

/** SHA-256 of what a run is resumed by. */
export function runDigest({ file, text, hash: told, options, startedAt }: Omit<NewRun, "id">): string {
  return hash("sha256", canonicalJson([file, text, told, options, startedAt]));
}

/** The event that freezes a plan, with the digest of its definition as it is kept. */
export function frozenEvent(path: string, definition: PlanDefinition, text: string): EventBody {
  const { id, mode, nodes, edges } = definition;
  const steps = nodes.map((node) => ({ id: node.id, label: node.label, type: node.type }));
  const digest = hash("sha256", text);
  const data = { plan: id, mode, hash: definition.hash, steps, edges: edges.length, definition: digest };
  return { type: "plan.frozen", path, data };
}

/** A run ends as its last event tells; anything else would be a status without a record. */
export function checkLast(status: RunStatus, last: EventBody): void {
  if (last.type === "run.finished" && last.data.status === status) return;
  throw new StoreError("refused", `a run ends as ${status} with run.finished telling so, not with ${last.type}`);
}

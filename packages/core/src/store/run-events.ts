import { hash } from "node:crypto";
import type { EventBody } from "../journal/events.ts";
import type { PlanDefinition } from "../plan/plan.ts";
import { type RunStatus, StoreError } from "./store.ts";

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

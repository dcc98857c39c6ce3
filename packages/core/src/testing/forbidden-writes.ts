import { definitions, plans } from "./forbidden-writes/definitions.ts";
import { edges } from "./forbidden-writes/edges.ts";
import type { ForbiddenWrite } from "./forbidden-writes/forging.ts";
import { approvals, checkpoints, journal, runs } from "./forbidden-writes/records.ts";
import { columns, statuses } from "./forbidden-writes/steps.ts";
import { sketchPlan } from "./plan-sketch.ts";

/** The plan that is written against: a done, gate in progress, b, c, join and y pending, ask waiting, x blocked. */
export const attackedPlan = sketchPlan(
  ["a", { id: "gate", type: "gate" }, "b", "c", "join", { id: "ask", type: "manual" }, "x", "y"],
  [
    ["a", "gate"],
    ["gate", "b", "yes"],
    ["gate", "c", "no"],
    ["b", "join"],
    ["c", "join"],
    ["x", "y"],
  ],
);

/** Everything that diagram.md 4 has the database refuse, whoever writes. */
export const forbiddenWrites: readonly ForbiddenWrite[] = [
  ...statuses,
  ...columns,
  ...definitions,
  ...edges,
  ...plans,
  ...journal,
  ...runs,
  ...checkpoints,
  ...approvals,
];

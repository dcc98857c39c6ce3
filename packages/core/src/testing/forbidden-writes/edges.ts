import { edge, type ForbiddenWrite, openPlan, released, todo, told } from "./forging.ts";

/** Edges that are re-wired, or settle otherwise than their source demands. */
export const edges: readonly ForbiddenWrite[] = [
  {
    what: "a new edge",
    sql: `INSERT ${edge("plan", 6, "plan::a", "plan::y")}`,
    because: /only before a plan is frozen/,
  },
  {
    what: "a replaced edge",
    sql: `REPLACE ${edge("plan", 3, "plan::b", "plan::y")}`,
    because: /only before a plan is frozen/,
  },
  { what: "a deleted edge", sql: "DELETE FROM dde_edges WHERE seq = 3", because: /edges are never deleted/ },
  ...[
    "to_id = 'plan::y'",
    "from_id = 'plan::a'",
    "label = 'x'",
    "label_key = 'x'",
    "seq = 9",
    "design_id = 'open'",
  ].map((column) => ({
    what: `an edge with another ${column}`,
    sql: `UPDATE dde_edges SET ${column} WHERE design_id = 'plan' AND seq = 3`,
    because: /edges are never re-wired/,
  })),
  {
    what: "an edge that takes the place of another",
    sql: "UPDATE OR REPLACE dde_edges SET seq = 4 WHERE design_id = 'plan' AND seq = 3",
    because: /edges are never re-wired/,
  },
  ...["live", "dead"].map((state) => ({
    what: `a ${state} edge out of a step that is not finished`,
    sql: `UPDATE dde_edges SET state = '${state}', arrival = 1 WHERE design_id = 'plan' AND seq = 3`,
    because: /as the status of its source demands/,
  })),
  {
    what: "a live edge out of a blocked step",
    sql: "UPDATE dde_edges SET state = 'live', arrival = 1 WHERE design_id = 'plan' AND seq = 5",
    because: /as the status of its source demands/,
  },
  ...["dead", "open", "live"].map((state) => ({
    what: `an edge that settles again, as ${state}`,
    sql: `UPDATE dde_edges SET state = '${state}' WHERE design_id = 'plan' AND seq = 0`,
    because: /an edge settles once/,
  })),
  {
    what: "an edge in a state that there is not",
    sql: "UPDATE dde_edges SET state = 'half' WHERE design_id = 'plan' AND seq = 3",
    because: /an edge settles once/,
  },
  {
    what: "a gate's edge that was not chosen",
    sql: `${told("step.done", "gate")};
      UPDATE todos SET status = 'done', open_in = -1, label = 'yes', label_key = 'yes', ${released} WHERE id = 'plan::gate';
      UPDATE dde_edges SET state = 'live', arrival = 1 WHERE design_id = 'plan' AND seq = 2`,
    because: /as the status of its source demands/,
  },
  {
    what: "an edge that is counted twice over",
    sql: `${told("step.done", "gate")};
      UPDATE todos SET status = 'done', open_in = -1, label = 'yes', label_key = 'yes', ${released} WHERE id = 'plan::gate';
      UPDATE dde_edges SET state = 'live', arrival = 2 WHERE design_id = 'plan' AND seq = 1`,
    because: /counted as they settle/,
  },
  {
    what: "a new dependency",
    sql: "INSERT INTO todo_deps VALUES ('plan::y', 'plan::a')",
    because: /only before a plan is frozen/,
  },
  {
    what: "a replaced dependency",
    sql: "REPLACE INTO todo_deps VALUES ('plan::gate', 'plan::a')",
    because: /only before/,
  },
  {
    what: "another dependency",
    sql: "UPDATE todo_deps SET depends_on = 'plan::x' WHERE todo_id = 'plan::gate'",
    because: /dependencies never change/,
  },
  { what: "a deleted dependency", sql: "DELETE FROM todo_deps WHERE todo_id = 'plan::join'", because: /never deleted/ },
  {
    what: "a new label of a gate",
    sql: "INSERT INTO dde_gates VALUES ('plan::gate', 'maybe', 'plan::y')",
    because: /only before a plan is frozen/,
  },
  {
    what: "a gate that takes the row of another's",
    sql: `${openPlan}; INSERT ${todo("open", "n")};
      REPLACE INTO dde_gates (rowid, gate_id, label) VALUES (1, 'open::n', 'x')`,
    because: /a gate is never replaced/,
  },
  { what: "another label of a gate", sql: "UPDATE dde_gates SET label = 'x'", because: /gates never change/ },
  { what: "a deleted label of a gate", sql: "DELETE FROM dde_gates", because: /gates are never deleted/ },
];

import { edge, type ForbiddenWrite, forgedEvent, leased, openPlan, todo } from "./forging.ts";

/** Steps of a frozen plan that are added, deleted or changed. */
export const definitions: readonly ForbiddenWrite[] = [
  ...[
    "title = 'x'",
    "description = '{}'",
    "node = 'z'",
    "seq = 9",
    "created_at = 'x'",
    "edges_in = 0",
    "rowid = 99",
  ].map((column) => ({
    what: `another ${column} of a step`,
    sql: `UPDATE todos SET ${column} WHERE id = 'plan::b'`,
    because: /what a step is never changes/,
  })),
  {
    what: "a step that moves to another id",
    sql: "UPDATE todos SET id = 'plan::z' WHERE id = 'plan::b'",
    because: /what a step is never changes/,
  },
  {
    what: "a step that takes the place of another by its row",
    sql: "UPDATE OR REPLACE todos SET rowid = (SELECT rowid FROM todos WHERE id = 'plan::a') WHERE id = 'plan::b'",
    because: /what a step is never changes/,
  },
  {
    what: "a step that takes the id of another",
    sql: "UPDATE OR REPLACE todos SET id = 'plan::a' WHERE id = 'plan::b'",
    because: /what a step is never changes/,
  },
  { what: "a deleted step", sql: "DELETE FROM todos WHERE id = 'plan::b'", because: /steps are never deleted/ },
  { what: "a new step in a frozen plan", sql: `INSERT ${todo("plan", "new")}`, because: /only before it is frozen/ },
  { what: "a replaced step", sql: `REPLACE ${todo("plan", "b")}`, because: /only before it is frozen/ },
  {
    what: "an upsert of a step",
    sql: `INSERT ${todo("plan", "b")} ON CONFLICT (id) DO UPDATE SET status = 'done'`,
    because: /only before it is frozen/,
  },
  {
    what: "a step of an open plan that takes the row of a frozen one's",
    sql: `${openPlan}; REPLACE ${todo("open", "n", ", rowid", ", (SELECT rowid FROM todos WHERE id = 'plan::a')")}`,
    because: /a step is never replaced/,
  },
  {
    what: "a step of an open plan with the id of a frozen one's",
    sql: `${openPlan}; REPLACE ${todo("open", "n").replace("'open::n'", "'plan::a'")}`,
    because: /never replaced|named DESIGN::NODE/,
  },
  {
    what: "a step that begins as done",
    sql: `${openPlan}; INSERT ${todo("open", "n").replace("'pending'", "'done'")}`,
    because: /a step begins as pending/,
  },
  { what: "a step of no plan", sql: `INSERT ${todo("none", "n")}`, because: /only before it is frozen/ },
  {
    what: "a step before the first row",
    sql: `${openPlan}; INSERT ${todo("open", "n", ", rowid", ", -1")}`,
    because: /rows are numbered from 1/,
  },
  {
    what: "a step that runs before its plan is frozen",
    sql: `${openPlan}; INSERT ${todo("open", "n")}; ${forgedEvent("step.started", { attempt: 1, plan: "open", step: "n" })};
      UPDATE todos SET status = 'in_progress', attempt = 1, ${leased} WHERE id = 'open::n'`,
    because: /needs its event/,
  },
];

/** Plans that are changed, replaced, or frozen half written. */
export const plans: readonly ForbiddenWrite[] = [
  ...[
    "diagram = 'x'",
    "diagram_hash = 'x'",
    "definition = '{}'",
    "mode = 'simple'",
    "node_count = 1",
    "edge_count = 1",
  ].map((column) => ({
    what: `a frozen plan with another ${column}`,
    sql: `UPDATE plans SET ${column} WHERE design_id = 'plan'`,
    because: /a plan never changes/,
  })),
  ...["run_id = 'over'", "path = '9'", "design_id = 'x'", "frozen_at = NULL", "frozen_at = 'now'", "rowid = 9"].map(
    (column) => ({
      what: `a frozen plan with another ${column}`,
      sql: `UPDATE plans SET ${column} WHERE design_id = 'plan'`,
      because: /a plan never changes/,
    }),
  ),
  { what: "a deleted plan", sql: "DELETE FROM plans WHERE design_id = 'plan'", because: /deleted by aml prune/ },
  {
    what: "an open plan that is renamed over a frozen one",
    sql: `${openPlan}; UPDATE OR REPLACE plans SET design_id = 'plan' WHERE design_id = 'open'`,
    because: /a plan never changes/,
  },
  {
    what: "a replaced plan",
    sql: openPlan.replace("INSERT", "REPLACE").replace("'open'", "'plan'"),
    because: /its id is taken/,
  },
  {
    what: "a plan that takes the row of another",
    sql: openPlan
      .replace("INSERT", "REPLACE")
      .replace("(design_id", "(rowid, design_id")
      .replace("('open'", "(1, 'open'"),
    because: /never replaced/,
  },
  { what: "a plan of no run", sql: openPlan.replace("'r1'", "'none'"), because: /a plan belongs to a run/ },
  {
    what: "a plan that begins as frozen",
    sql: openPlan.replace("definition)", "definition, frozen_at)").replace("'{}')", "'{}', 'now')"),
    because: /frozen after its steps are written/,
  },
  {
    what: "a freeze that no event tells of",
    sql: `${openPlan}; INSERT ${todo("open", "n")}; UPDATE plans SET frozen_at = 'now' WHERE design_id = 'open'`,
    because: /needs plan.frozen/,
  },
  {
    what: "the freeze of half a plan",
    sql: `${openPlan}; ${forgedEvent("plan.frozen", { plan: "open" })}; UPDATE plans SET frozen_at = 'now' WHERE design_id = 'open'`,
    because: /not written whole/,
  },
  {
    what: "the freeze of a plan whose edge leads into another",
    sql: `${openPlan.replace("1, 0, 'h'", "1, 1, 'h'")}; INSERT ${todo("open", "n")}; INSERT ${edge("open", 0, "open::n", "plan::b")};
      ${forgedEvent("plan.frozen", { plan: "open" })}; UPDATE plans SET frozen_at = 'now' WHERE design_id = 'open'`,
    because: /joins steps of its own plan/,
  },
  {
    what: "the freeze of a plan with an edge that is no dependency",
    sql: `${openPlan.replace("1, 0, 'h'", "1, 1, 'h'")}; INSERT ${todo("open", "n")}; INSERT ${edge("open", 0, "open::n", "open::n")};
      ${forgedEvent("plan.frozen", { plan: "open" })}; UPDATE plans SET frozen_at = 'now' WHERE design_id = 'open'`,
    because: /every edge is a dependency/,
  },
  {
    what: "a plan whose id reads like a step's",
    sql: openPlan.replace("'open'", "'plan::a'"),
    because: /two colons/,
  },
  {
    what: "the freeze of a plan whose step does not wait for its edge",
    sql: `${openPlan.replace("1, 0, 'h'", "1, 1, 'h'")}; INSERT ${todo("open", "n")}; INSERT ${edge("open", 0, "open::n", "open::n")};
      INSERT INTO todo_deps VALUES ('open::n', 'open::n');
      ${forgedEvent("plan.frozen", { plan: "open" })}; UPDATE plans SET frozen_at = 'now' WHERE design_id = 'open'`,
    because: /waits for all of its edges/,
  },
  {
    what: "the freeze of a plan with a dependency that is no edge",
    sql: `${openPlan}; INSERT ${todo("open", "n")}; INSERT INTO todo_deps VALUES ('open::n', 'open::n');
      ${forgedEvent("plan.frozen", { plan: "open" })}; UPDATE plans SET frozen_at = 'now' WHERE design_id = 'open'`,
    because: /every dependency is an edge/,
  },
];

import type { SqlDatabase } from "./driver.ts";

export type Statements = ReturnType<typeof prepareStatements>;

/** Every statement a store runs, prepared once; values are always bound. */
export function prepareStatements(database: SqlDatabase) {
  const prepare = (sql: string) => database.prepare(sql);
  return {
    dataVersion: prepare("PRAGMA data_version"),

    insertRun: prepare(`INSERT INTO runs (id, status, fence, driver, lease_until, started_at, file, hash, options, text)
      VALUES (?, 'running', 1, ?, ?, ?, ?, ?, ?, ?)`),
    run: prepare("SELECT * FROM runs WHERE id = ?"),
    runs: prepare(`SELECT id, status, driver, lease_until, started_at, finished_at, file, hash FROM runs
      ORDER BY started_at DESC, number DESC`),
    runLease: prepare("SELECT fence, driver, lease_until, status FROM runs WHERE id = ?"),
    takeRun:
      prepare(`UPDATE runs SET status = 'running', fence = fence + 1, driver = ?, lease_until = ?, finished_at = NULL
      WHERE id = ?`),
    renewRun: prepare("UPDATE runs SET lease_until = max(lease_until, ?) WHERE id = ?"),
    finishRun: prepare("UPDATE runs SET status = ?, finished_at = ?, driver = NULL, lease_until = 0 WHERE id = ?"),

    insertEvent: prepare(`INSERT INTO events (id, run_id, seq, at, type, path, hash, data)
      VALUES ((SELECT number << 32 | ? FROM runs WHERE id = ?), ?, ?, ?, ?, ?, ?, ?)`),
    events: prepare(`SELECT run_id, seq, at, type, path, hash, data FROM events
      WHERE id > (SELECT number << 32 | ? FROM runs WHERE id = ?) AND id <= (SELECT number << 32 | 4294967295 FROM runs WHERE id = ?)
      ORDER BY id`),
    approvals: prepare(`SELECT run_id, seq, at, type, path, hash, data FROM events INDEXED BY events_of_approvals
      WHERE type IN ('approval.asked', 'approval.answered', 'approval.closed')
      AND run_id = ? ORDER BY id`),
    head: prepare(`SELECT seq, hash FROM events
      WHERE id = (SELECT max(id) FROM events WHERE id <= (SELECT number << 32 | 4294967295 FROM runs WHERE id = ?)) AND run_id = ?`),

    insertPlan:
      prepare(`INSERT INTO plans (design_id, run_id, path, mode, node_count, edge_count, diagram_hash, diagram, definition)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`),
    freezePlan: prepare("UPDATE plans SET frozen_at = ? WHERE design_id = ?"),
    plan: prepare("SELECT * FROM plans WHERE design_id = ? AND frozen_at IS NOT NULL"),
    // "~" comes after every character of an id.
    plansBeginning: prepare("SELECT design_id FROM plans WHERE design_id >= ? AND design_id < ? || '~'"),
    plansOf: prepare("SELECT design_id FROM plans WHERE run_id = ? ORDER BY rowid"),

    insertTodo:
      prepare(`INSERT INTO todos (id, design_id, node, title, description, status, created_at, updated_at, seq,
      edges_in, open_in, live_in, attempt, failures) VALUES (?, ?, ?, ?, ?, 'pending', ?, ?, ?, ?, ?, 0, 0, 0)`),
    insertDependency: prepare("INSERT INTO todo_deps (todo_id, depends_on) VALUES (?, ?)"),
    insertEdge: prepare(`INSERT INTO dde_edges (design_id, seq, from_id, to_id, label, label_key, state)
      VALUES (?, ?, ?, ?, ?, ?, 'open')`),
    insertGate: prepare("INSERT INTO dde_gates (gate_id, label, target_id) VALUES (?, ?, ?)"),

    settleStep: prepare(`UPDATE todos SET status = ?, updated_at = ?, attempt = ?, failures = ?,
      started_at = iif(?, ?, started_at), lease_owner = ?, lease_until = ?, label = ?, label_key = ?, skipped = ?, result = ?,
      open_in = iif(?, -1, open_in) WHERE id = ? AND status = ?`),
    settleEdge: prepare(`UPDATE dde_edges SET state = ?,
      arrival = (SELECT iif(open_in > 0, edges_in - open_in + 1, NULL) FROM todos WHERE id = to_id)
      WHERE design_id = ? AND seq = ?`),
    steps: prepare("SELECT * FROM todos WHERE design_id = ? ORDER BY seq"),
    edges: prepare("SELECT * FROM dde_edges WHERE design_id = ? ORDER BY seq"),
    dependencies: prepare(`SELECT t.seq, d.depends_on FROM todos t JOIN todo_deps d ON d.todo_id = t.id
      WHERE t.design_id = ?`),
    gates: prepare(`SELECT g.gate_id, g.label, g.target_id FROM todos t JOIN dde_gates g ON g.gate_id = t.id
      WHERE t.design_id = ? ORDER BY g.rowid`),

    insertCheckpoint: prepare(`INSERT INTO checkpoints (id, design_id, step, attempt, reason, checkpoint)
      VALUES (?, ?, ?, ?, ?, ?)`),
    answerCheckpoint: prepare("UPDATE checkpoints SET answer = ? WHERE id = ?"),
    checkpoint:
      prepare(`SELECT c.checkpoint, c.answer, c.reason, c.attempt, t.attempt AS step_attempt, t.status AS step_status,
      r.status AS run_status
      FROM checkpoints c JOIN plans p USING (design_id) JOIN runs r ON r.id = p.run_id JOIN todos t ON t.id = c.design_id || '::' || c.step
      WHERE c.id = ? AND p.run_id = ?`),
    checkpoints: prepare("SELECT checkpoint, answer FROM checkpoints WHERE design_id = ? ORDER BY rowid"),
    openCheckpoints: prepare(`SELECT c.checkpoint, c.answer
      FROM checkpoints c INDEXED BY checkpoints_open
      JOIN plans p USING (design_id) JOIN runs r ON r.id = p.run_id JOIN todos t ON t.id = c.design_id || '::' || c.step
      WHERE c.answer IS NULL AND r.status NOT IN ('done', 'cancelled') AND p.run_id = coalesce(?, p.run_id) AND t.attempt = c.attempt
        AND t.status = iif(c.reason = 'blocked', 'blocked', 'waiting')
      ORDER BY c.rowid`),
  };
}

/**
 * Edges, and the same as the reference's tables know them; `arrival` counts the edges into one step as they settle.
 * `dde_gates` is not STRICT: a label that ends its path has no target, and a strict primary key takes no NULL.
 */
export const edges = `
CREATE TABLE todo_deps (
  todo_id TEXT NOT NULL REFERENCES todos (id),
  depends_on TEXT NOT NULL REFERENCES todos (id),
  PRIMARY KEY (todo_id, depends_on)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER todo_deps_insert BEFORE INSERT ON todo_deps BEGIN
  SELECT RAISE(ABORT, 'aml: dependencies are added only before a plan is frozen')
  WHERE (SELECT p.frozen_at IS NULL FROM todos t JOIN plans p USING (design_id) WHERE t.id = NEW.todo_id) IS NOT 1;
END;

CREATE TRIGGER todo_deps_update BEFORE UPDATE ON todo_deps BEGIN
  SELECT RAISE(ABORT, 'aml: dependencies never change');
END;

CREATE TRIGGER todo_deps_delete BEFORE DELETE ON todo_deps BEGIN
  SELECT RAISE(ABORT, 'aml: dependencies are never deleted');
END;

CREATE TABLE dde_edges (
  design_id TEXT NOT NULL REFERENCES plans (design_id),
  seq INTEGER NOT NULL,
  from_id TEXT NOT NULL,
  to_id TEXT,
  label TEXT,
  label_key TEXT,
  state TEXT NOT NULL,
  arrival INTEGER,
  PRIMARY KEY (design_id, seq)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER dde_edges_insert BEFORE INSERT ON dde_edges BEGIN
  SELECT RAISE(ABORT, 'aml: edges are added only before a plan is frozen')
  WHERE (SELECT frozen_at IS NULL FROM plans WHERE design_id = NEW.design_id) IS NOT 1;
  SELECT RAISE(ABORT, 'aml: an edge begins as open, and is never replaced')
  WHERE NEW.state IS NOT 'open' OR NEW.arrival IS NOT NULL
    OR EXISTS (SELECT 1 FROM dde_edges WHERE design_id = NEW.design_id AND seq = NEW.seq);
END;

CREATE TRIGGER dde_edges_update BEFORE UPDATE ON dde_edges BEGIN
  SELECT RAISE(ABORT, 'aml: edges are never re-wired')
  WHERE NEW.design_id IS NOT OLD.design_id OR NEW.seq IS NOT OLD.seq OR NEW.from_id IS NOT OLD.from_id
    OR NEW.to_id IS NOT OLD.to_id OR NEW.label IS NOT OLD.label OR NEW.label_key IS NOT OLD.label_key;
  SELECT RAISE(ABORT, 'aml: an edge settles once')
  WHERE OLD.state IS NOT 'open' OR NEW.state NOT IN ('live', 'dead');
  SELECT RAISE(ABORT, 'aml: an edge settles as the status of its source demands')
  WHERE NEW.state IS NOT (
    SELECT CASE
      WHEN source.status = 'skipped' THEN iif(source.skipped IN ('waived', 'loop_exit'), 'live', 'dead')
      WHEN source.status <> 'done' THEN 'open'
      WHEN NOT EXISTS (SELECT 1 FROM dde_gates WHERE gate_id = source.id) THEN 'live'
      ELSE iif(NEW.label_key = source.label_key, 'live', 'dead')
    END
    FROM todos source WHERE source.id = NEW.from_id
  );
  SELECT RAISE(ABORT, 'aml: edges into a step are counted as they settle')
  WHERE NEW.arrival IS NOT (SELECT iif(open_in > 0, edges_in - open_in + 1, NULL) FROM todos WHERE id = NEW.to_id);
END;

CREATE TRIGGER dde_edges_settled AFTER UPDATE ON dde_edges WHEN NEW.arrival IS NOT NULL BEGIN
  UPDATE todos SET open_in = open_in - 1, live_in = live_in + (NEW.state = 'live'), last_in = NEW.seq WHERE id = NEW.to_id;
END;

CREATE TRIGGER dde_edges_delete BEFORE DELETE ON dde_edges BEGIN
  SELECT RAISE(ABORT, 'aml: edges are never deleted');
END;

CREATE TABLE dde_gates (
  gate_id TEXT NOT NULL REFERENCES todos (id),
  label TEXT NOT NULL,
  target_id TEXT REFERENCES todos (id),
  PRIMARY KEY (gate_id, label, target_id)
);

CREATE TRIGGER dde_gates_insert BEFORE INSERT ON dde_gates BEGIN
  SELECT RAISE(ABORT, 'aml: gates are added only before a plan is frozen')
  WHERE (SELECT p.frozen_at IS NULL FROM todos t JOIN plans p USING (design_id) WHERE t.id = NEW.gate_id) IS NOT 1;
  SELECT RAISE(ABORT, 'aml: a gate is never replaced')
  WHERE EXISTS (SELECT 1 FROM dde_gates WHERE rowid = NEW.rowid);
END;

CREATE TRIGGER dde_gates_rowid AFTER INSERT ON dde_gates WHEN NEW.rowid < 1 BEGIN
  SELECT RAISE(ABORT, 'aml: rows are numbered from 1');
END;

CREATE TRIGGER dde_gates_update BEFORE UPDATE ON dde_gates BEGIN
  SELECT RAISE(ABORT, 'aml: gates never change');
END;

CREATE TRIGGER dde_gates_delete BEFORE DELETE ON dde_gates BEGIN
  SELECT RAISE(ABORT, 'aml: gates are never deleted');
END;
`;

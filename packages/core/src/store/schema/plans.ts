/** Plans: written whole in one transaction, then frozen (diagram.md 4). What must fit together is checked in the freeze. */
export const plans = `
CREATE TABLE plans (
  design_id TEXT NOT NULL PRIMARY KEY,
  run_id TEXT NOT NULL REFERENCES runs (id),
  path TEXT NOT NULL,
  mode TEXT NOT NULL,
  node_count INTEGER NOT NULL,
  edge_count INTEGER NOT NULL,
  frozen_at TEXT,
  diagram_hash TEXT NOT NULL,
  diagram TEXT NOT NULL,
  definition TEXT NOT NULL
) STRICT;

CREATE INDEX plans_of_run ON plans (run_id);

CREATE TRIGGER plans_insert BEFORE INSERT ON plans BEGIN
  SELECT RAISE(ABORT, 'aml: a plan is never replaced: its id is taken')
  WHERE EXISTS (SELECT 1 FROM plans WHERE design_id = NEW.design_id OR rowid = NEW.rowid);
  SELECT RAISE(ABORT, 'aml: a plan is told from its step by two colons')
  WHERE instr(NEW.design_id, '::') > 0;
  SELECT RAISE(ABORT, 'aml: a plan is frozen after its steps are written')
  WHERE NEW.frozen_at IS NOT NULL;
  SELECT RAISE(ABORT, 'aml: a plan belongs to a run')
  WHERE NOT EXISTS (SELECT 1 FROM runs WHERE id = NEW.run_id);
END;

CREATE TRIGGER plans_rowid AFTER INSERT ON plans WHEN NEW.rowid < 1 BEGIN
  SELECT RAISE(ABORT, 'aml: rows are numbered from 1');
END;

CREATE TRIGGER plans_update BEFORE UPDATE ON plans BEGIN
  SELECT RAISE(ABORT, 'aml: a plan never changes')
  WHERE OLD.frozen_at IS NOT NULL OR NEW.frozen_at IS NULL OR NEW.rowid IS NOT OLD.rowid
    OR NEW.design_id IS NOT OLD.design_id OR NEW.run_id IS NOT OLD.run_id OR NEW.path IS NOT OLD.path
    OR NEW.mode IS NOT OLD.mode OR NEW.node_count IS NOT OLD.node_count OR NEW.edge_count IS NOT OLD.edge_count
    OR NEW.diagram_hash IS NOT OLD.diagram_hash OR NEW.diagram IS NOT OLD.diagram
    OR NEW.definition IS NOT OLD.definition;
  SELECT RAISE(ABORT, 'aml: a freeze needs plan.frozen as the newest event of its run')
  WHERE NOT EXISTS (
    SELECT 1 FROM newest_events e
    WHERE e.run_id = NEW.run_id AND e.type = 'plan.frozen' AND json_extract(e.data, '$.plan') = NEW.design_id
  );
  SELECT RAISE(ABORT, 'aml: the plan is not written whole')
  WHERE NEW.node_count IS NOT (SELECT count(*) FROM todos WHERE design_id = NEW.design_id)
    OR NEW.edge_count IS NOT (SELECT count(*) FROM dde_edges WHERE design_id = NEW.design_id);
  SELECT RAISE(ABORT, 'aml: an edge joins steps of its own plan')
  WHERE EXISTS (
    SELECT 1 FROM dde_edges e
    WHERE e.design_id = NEW.design_id AND (
      substr(e.from_id, 1, length(NEW.design_id) + 2) <> NEW.design_id || '::'
      OR substr(e.to_id, 1, length(NEW.design_id) + 2) <> NEW.design_id || '::'
      OR NOT EXISTS (SELECT 1 FROM todos WHERE id = e.from_id)
      OR e.to_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM todos WHERE id = e.to_id)
    )
  );
  SELECT RAISE(ABORT, 'aml: every edge is a dependency')
  WHERE EXISTS (
    SELECT 1 FROM dde_edges e WHERE e.design_id = NEW.design_id AND e.to_id IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM todo_deps d WHERE d.todo_id = e.to_id AND d.depends_on = e.from_id)
  );
  SELECT RAISE(ABORT, 'aml: every dependency is an edge')
  WHERE (SELECT count(*) FROM todos t JOIN todo_deps d ON d.todo_id = t.id WHERE t.design_id = NEW.design_id)
    IS NOT (SELECT count(*) FROM (
      SELECT DISTINCT from_id, to_id FROM dde_edges WHERE design_id = NEW.design_id AND to_id IS NOT NULL));
  SELECT RAISE(ABORT, 'aml: a step waits for all of its edges in')
  WHERE EXISTS (
    SELECT 1 FROM todos t
    LEFT JOIN (SELECT to_id, count(*) AS edges FROM dde_edges WHERE design_id = NEW.design_id GROUP BY to_id) e ON e.to_id = t.id
    WHERE t.design_id = NEW.design_id AND t.edges_in IS NOT coalesce(e.edges, 0)
  );
END;

CREATE TRIGGER plans_delete BEFORE DELETE ON plans BEGIN
  SELECT RAISE(ABORT, 'aml: plans are deleted by aml prune');
END;
`;

/**
 * Steps. `open_in` counts the edges in that have not settled (-1 once the step has), `live_in` the live ones, `last_in` is
 * the edge that was counted last; `label_key` is the gate's label as labels are compared. The triggers run with every step:
 * SQLite builds a table for each IN list of more than two.
 */
export const todos = `
CREATE TABLE todos (
  id TEXT NOT NULL PRIMARY KEY,
  design_id TEXT NOT NULL REFERENCES plans (design_id),
  node TEXT NOT NULL,
  title TEXT NOT NULL,
  description TEXT NOT NULL,
  status TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  seq INTEGER NOT NULL,
  edges_in INTEGER NOT NULL,
  open_in INTEGER NOT NULL,
  live_in INTEGER NOT NULL,
  last_in INTEGER,
  attempt INTEGER NOT NULL,
  failures INTEGER NOT NULL,
  started_at TEXT,
  lease_owner TEXT,
  lease_until INTEGER,
  label TEXT,
  label_key TEXT,
  skipped TEXT,
  result TEXT
) STRICT;

CREATE INDEX todos_in_order ON todos (design_id, seq);
CREATE INDEX todos_arrived ON todos (design_id, seq) WHERE open_in = 0;

CREATE TRIGGER todos_insert BEFORE INSERT ON todos BEGIN
  SELECT RAISE(ABORT, 'aml: steps are added to a plan only before it is frozen')
  WHERE (SELECT frozen_at IS NULL FROM plans WHERE design_id = NEW.design_id) IS NOT 1;
  SELECT RAISE(ABORT, 'aml: a step is never replaced')
  WHERE EXISTS (SELECT 1 FROM todos WHERE id = NEW.id) OR EXISTS (SELECT 1 FROM todos WHERE rowid = NEW.rowid);
  SELECT RAISE(ABORT, 'aml: a step is named DESIGN::NODE')
  WHERE NEW.id IS NOT NEW.design_id || '::' || NEW.node;
  SELECT RAISE(ABORT, 'aml: a step begins as pending, with nothing done')
  WHERE NEW.status IS NOT 'pending' OR NEW.open_in IS NOT NEW.edges_in OR NEW.live_in IS NOT 0 OR NEW.last_in IS NOT NULL
    OR NEW.attempt IS NOT 0 OR NEW.failures IS NOT 0 OR NEW.started_at IS NOT NULL OR NEW.lease_owner IS NOT NULL
    OR NEW.lease_until IS NOT NULL OR NEW.label IS NOT NULL OR NEW.label_key IS NOT NULL OR NEW.skipped IS NOT NULL
    OR NEW.result IS NOT NULL;
END;

CREATE TRIGGER todos_rowid AFTER INSERT ON todos WHEN NEW.rowid < 1 BEGIN
  SELECT RAISE(ABORT, 'aml: rows are numbered from 1');
END;

CREATE TRIGGER todos_arrival BEFORE UPDATE ON todos WHEN NEW.status IS OLD.status BEGIN
  SELECT CASE
    WHEN NEW.rowid IS NOT OLD.rowid OR NEW.id IS NOT OLD.id OR NEW.design_id IS NOT OLD.design_id
      OR NEW.node IS NOT OLD.node OR NEW.title IS NOT OLD.title OR NEW.description IS NOT OLD.description
      OR NEW.created_at IS NOT OLD.created_at OR NEW.seq IS NOT OLD.seq OR NEW.edges_in IS NOT OLD.edges_in
      THEN RAISE(ABORT, 'aml: what a step is never changes')
    WHEN NEW.updated_at IS NOT OLD.updated_at OR NEW.attempt IS NOT OLD.attempt OR NEW.failures IS NOT OLD.failures
      OR NEW.started_at IS NOT OLD.started_at OR NEW.lease_owner IS NOT OLD.lease_owner
      OR NEW.lease_until IS NOT OLD.lease_until OR NEW.label IS NOT OLD.label OR NEW.label_key IS NOT OLD.label_key
      OR NEW.skipped IS NOT OLD.skipped OR NEW.result IS NOT OLD.result
      THEN RAISE(ABORT, 'aml: results, attempts and leases change with the status only')
    WHEN (NEW.open_in IS NOT OLD.open_in OR NEW.live_in IS NOT OLD.live_in OR NEW.last_in IS NOT OLD.last_in)
      AND NOT EXISTS (
        SELECT 1 FROM dde_edges e
        WHERE e.design_id = NEW.design_id AND e.seq = NEW.last_in AND e.to_id = NEW.id AND e.state <> 'open'
          AND e.arrival = NEW.edges_in - NEW.open_in AND NEW.open_in = OLD.open_in - 1
          AND NEW.live_in = OLD.live_in + (e.state = 'live')
      )
      THEN RAISE(ABORT, 'aml: counters change only with an edge that has just settled')
  END;
END;

CREATE TRIGGER todos_transition BEFORE UPDATE ON todos WHEN NEW.status IS NOT OLD.status BEGIN
  SELECT CASE
    WHEN NEW.rowid IS NOT OLD.rowid OR NEW.id IS NOT OLD.id OR NEW.design_id IS NOT OLD.design_id
      OR NEW.node IS NOT OLD.node OR NEW.title IS NOT OLD.title OR NEW.description IS NOT OLD.description
      OR NEW.created_at IS NOT OLD.created_at OR NEW.seq IS NOT OLD.seq OR NEW.edges_in IS NOT OLD.edges_in
      THEN RAISE(ABORT, 'aml: what a step is never changes')
    WHEN CASE OLD.status
        WHEN 'pending' THEN NEW.status IN ('in_progress', 'skipped')
        WHEN 'in_progress' THEN NEW.status IN ('done', 'blocked') OR NEW.status IN ('waiting', 'skipped') OR NEW.status = 'pending'
        WHEN 'waiting' THEN NEW.status IN ('in_progress', 'done') OR NEW.status IN ('skipped', 'blocked')
        WHEN 'blocked' THEN NEW.status IN ('pending', 'skipped')
      END IS NOT TRUE
      THEN RAISE(ABORT, 'aml: no such transition')
    WHEN OLD.status = 'pending' AND NEW.status = 'in_progress'
      AND NOT (OLD.open_in = 0 AND (OLD.live_in > 0 OR OLD.edges_in = 0))
      THEN RAISE(ABORT, 'aml: the step is not ready')
    WHEN OLD.status = 'pending' AND NEW.skipped IN ('routed', 'cancelled')
      AND NOT (OLD.open_in = 0 AND OLD.live_in = 0 AND OLD.edges_in > 0)
      THEN RAISE(ABORT, 'aml: a step is routed away when all edges to it are dead')
    WHEN iif(NEW.status = 'skipped',
        NEW.skipped IN ('routed', 'loop_exit') OR NEW.skipped IN ('waived', 'cancelled'),
        NEW.skipped IS NULL) IS NOT TRUE
      THEN RAISE(ABORT, 'aml: a skip has a reason, and only a skip')
    WHEN NEW.attempt IS NOT OLD.attempt + (NEW.status = 'in_progress')
      OR (NEW.failures = 0 OR NEW.failures IN (OLD.failures, OLD.failures + 1)) IS NOT TRUE
      THEN RAISE(ABORT, 'aml: an attempt is counted when it starts')
    WHEN (NEW.status = 'in_progress') IS NOT (NEW.lease_owner IS NOT NULL)
      OR (NEW.status = 'in_progress') IS NOT (NEW.lease_until IS NOT NULL)
      THEN RAISE(ABORT, 'aml: a step is leased while it is in progress')
    WHEN NEW.open_in IS NOT iif(NEW.status IN ('done', 'skipped'), -1, OLD.open_in)
      OR NEW.live_in IS NOT OLD.live_in OR NEW.last_in IS NOT OLD.last_in
      THEN RAISE(ABORT, 'aml: a status change leaves the counters alone')
    WHEN (
      SELECT e.type = iif(NEW.status = 'in_progress', 'step.started', 'step.' || NEW.status)
        AND json_extract(e.data, '$.plan') = NEW.design_id
        AND json_extract(e.data, '$.step') = NEW.node
        AND json_extract(e.data, '$.attempt') = NEW.attempt
      FROM plans p JOIN newest_events e USING (run_id)
      WHERE p.design_id = NEW.design_id AND p.frozen_at IS NOT NULL
    ) IS NOT TRUE
      THEN RAISE(ABORT, 'aml: a status change needs its event, exactly of this step, as the newest of the run')
  END;
END;

CREATE TRIGGER todos_delete BEFORE DELETE ON todos BEGIN
  SELECT RAISE(ABORT, 'aml: steps are never deleted');
END;
`;

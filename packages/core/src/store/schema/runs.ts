/** Runs: who drives them, how they ended, and what a resume needs. */
export const runs = `
CREATE TABLE runs (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  status TEXT NOT NULL,
  fence INTEGER NOT NULL,
  driver TEXT,
  lease_until INTEGER NOT NULL,
  started_at TEXT NOT NULL,
  finished_at TEXT,
  file TEXT NOT NULL,
  hash TEXT NOT NULL,
  options TEXT NOT NULL,
  text TEXT NOT NULL
) STRICT;

CREATE TRIGGER runs_insert BEFORE INSERT ON runs BEGIN
  SELECT RAISE(ABORT, 'aml: a run is never replaced')
  WHERE EXISTS (SELECT 1 FROM runs WHERE id = NEW.id OR number = NEW.number);
  SELECT RAISE(ABORT, 'aml: a run starts as running, under its first lease')
  WHERE NEW.status IS NOT 'running' OR NEW.fence IS NOT 1 OR NEW.driver IS NULL;
END;

CREATE TRIGGER runs_rowid AFTER INSERT ON runs WHEN NEW.number < 1 BEGIN
  SELECT RAISE(ABORT, 'aml: rows are numbered from 1');
END;

CREATE TRIGGER runs_update BEFORE UPDATE ON runs BEGIN
  SELECT RAISE(ABORT, 'aml: what a run was started with never changes')
  WHERE NEW.number IS NOT OLD.number OR NEW.id IS NOT OLD.id OR NEW.started_at IS NOT OLD.started_at
    OR NEW.file IS NOT OLD.file OR NEW.hash IS NOT OLD.hash OR NEW.options IS NOT OLD.options OR NEW.text IS NOT OLD.text;
  SELECT RAISE(ABORT, 'aml: a fence grows by one with each driver')
  WHERE NEW.fence NOT IN (OLD.fence, OLD.fence + 1);
  SELECT RAISE(ABORT, 'aml: a driver comes with a new fence and goes when the run ends')
  WHERE NEW.fence = OLD.fence AND NEW.driver IS NOT OLD.driver AND (NEW.driver IS NOT NULL OR NEW.status = 'running')
    OR NEW.fence > OLD.fence AND (NEW.driver IS NULL OR NEW.status <> 'running');
  SELECT RAISE(ABORT, 'aml: a lease is never shortened')
  WHERE NEW.lease_until < OLD.lease_until AND NEW.fence = OLD.fence AND NEW.driver IS NOT NULL;
  SELECT RAISE(ABORT, 'aml: a run ends as its newest event tells')
  WHERE NEW.status IS NOT OLD.status AND NEW.status IS NOT 'running' AND NOT EXISTS (
    SELECT 1 FROM newest_events e
    WHERE e.run_id = NEW.id AND e.type = 'run.finished' AND json_extract(e.data, '$.status') = NEW.status
      AND NEW.status IN ('done', 'failed', 'waiting', 'cancelled', 'interrupted')
  );
  SELECT RAISE(ABORT, 'aml: a run ends when its status does')
  WHERE NEW.finished_at IS NOT OLD.finished_at AND NEW.status IS OLD.status AND NEW.fence = OLD.fence;
  SELECT RAISE(ABORT, 'aml: a run goes on under a new fence only')
  WHERE NEW.status IS NOT OLD.status AND NEW.status = 'running' AND NEW.fence = OLD.fence;
END;

CREATE TRIGGER runs_delete BEFORE DELETE ON runs BEGIN
  SELECT RAISE(ABORT, 'aml: runs are deleted by aml prune');
END;
`;

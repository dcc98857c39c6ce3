/** The journal: appended to and never changed (agents.md 3). */
export const events = `
CREATE TABLE events (
  run_id TEXT NOT NULL REFERENCES runs (id),
  seq INTEGER NOT NULL,
  at TEXT NOT NULL,
  type TEXT NOT NULL,
  path TEXT,
  hash TEXT NOT NULL,
  data TEXT NOT NULL,
  PRIMARY KEY (run_id, seq)
) STRICT;

CREATE TRIGGER events_insert BEFORE INSERT ON events BEGIN
  SELECT RAISE(ABORT, 'aml: an event takes the next number of its run')
  WHERE NEW.seq IS NOT (SELECT coalesce(max(seq), 0) + 1 FROM events WHERE run_id = NEW.run_id);
  SELECT RAISE(ABORT, 'aml: an event belongs to a run')
  WHERE NOT EXISTS (SELECT 1 FROM runs WHERE id = NEW.run_id);
  SELECT RAISE(ABORT, 'aml: events are never replaced')
  WHERE EXISTS (SELECT 1 FROM events WHERE rowid = NEW.rowid);
END;

CREATE TRIGGER events_rowid AFTER INSERT ON events WHEN NEW.rowid < 1 BEGIN
  SELECT RAISE(ABORT, 'aml: rows are numbered from 1');
END;

CREATE TRIGGER events_update BEFORE UPDATE ON events BEGIN
  SELECT RAISE(ABORT, 'aml: events are never changed');
END;

CREATE TRIGGER events_delete BEFORE DELETE ON events BEGIN
  SELECT RAISE(ABORT, 'aml: events are never deleted');
END;
`;

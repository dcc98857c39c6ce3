/**
 * The journal: appended to and never changed (agents.md 3). `id` is the run's number and the event's, so that the events of
 * a run lie together and in order without a second index to write to.
 */
export const events = `
CREATE TABLE events (
  id INTEGER PRIMARY KEY,
  run_id TEXT NOT NULL,
  seq INTEGER NOT NULL,
  at TEXT NOT NULL,
  type TEXT NOT NULL,
  path TEXT,
  hash TEXT NOT NULL,
  data TEXT NOT NULL
) STRICT;

CREATE VIEW newest_events AS
  SELECT r.id AS run_id, e.type, e.data FROM runs r JOIN events e
  ON e.id = (SELECT max(id) FROM events WHERE id <= (r.number << 32 | 4294967295)) AND e.run_id = r.id;

CREATE TRIGGER events_insert BEFORE INSERT ON events BEGIN
  SELECT CASE
    WHEN NEW.id IS NOT (SELECT number << 32 | NEW.seq FROM runs WHERE id = NEW.run_id)
      THEN RAISE(ABORT, 'aml: an event belongs to a run, and is numbered by it')
    WHEN NEW.seq < 1 OR NEW.seq > 1 AND NOT EXISTS (SELECT 1 FROM events WHERE id = NEW.id - 1)
      OR EXISTS (SELECT 1 FROM events WHERE id = NEW.id)
      THEN RAISE(ABORT, 'aml: an event takes the next number of its run')
  END;
END;

CREATE TRIGGER events_update BEFORE UPDATE ON events BEGIN
  SELECT RAISE(ABORT, 'aml: events are never changed');
END;

CREATE TRIGGER events_delete BEFORE DELETE ON events BEGIN
  SELECT RAISE(ABORT, 'aml: events are never deleted');
END;
`;

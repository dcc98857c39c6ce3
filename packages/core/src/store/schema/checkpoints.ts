/** Questions to people; `checkpoint` and `answer` are JSON, the other columns are for queries. Answered once. */
export const checkpoints = `
CREATE TABLE checkpoints (
  id TEXT NOT NULL PRIMARY KEY,
  design_id TEXT NOT NULL REFERENCES plans (design_id),
  step TEXT NOT NULL,
  attempt INTEGER NOT NULL,
  reason TEXT NOT NULL,
  checkpoint TEXT NOT NULL,
  answer TEXT
) STRICT;

CREATE INDEX checkpoints_of_plan ON checkpoints (design_id);
CREATE INDEX checkpoints_open ON checkpoints (design_id) WHERE answer IS NULL;

CREATE TRIGGER checkpoints_insert BEFORE INSERT ON checkpoints BEGIN
  SELECT RAISE(ABORT, 'aml: a checkpoint is never replaced')
  WHERE EXISTS (SELECT 1 FROM checkpoints WHERE id = NEW.id OR rowid = NEW.rowid);
  SELECT RAISE(ABORT, 'aml: a checkpoint opens without an answer, with its event as the newest of the run')
  WHERE NEW.answer IS NOT NULL OR NOT EXISTS (
    SELECT 1 FROM plans p JOIN newest_events e USING (run_id)
    WHERE p.design_id = NEW.design_id AND e.type = 'checkpoint.opened'
      AND json_extract(e.data, '$.checkpoint.id') = NEW.id
  );
END;

CREATE TRIGGER checkpoints_rowid AFTER INSERT ON checkpoints WHEN NEW.rowid < 1 BEGIN
  SELECT RAISE(ABORT, 'aml: rows are numbered from 1');
END;

CREATE TRIGGER checkpoints_update BEFORE UPDATE ON checkpoints BEGIN
  SELECT RAISE(ABORT, 'aml: a checkpoint never changes')
  WHERE NEW.rowid IS NOT OLD.rowid OR NEW.id IS NOT OLD.id OR NEW.design_id IS NOT OLD.design_id
    OR NEW.step IS NOT OLD.step OR NEW.attempt IS NOT OLD.attempt OR NEW.reason IS NOT OLD.reason
    OR NEW.checkpoint IS NOT OLD.checkpoint;
  SELECT RAISE(ABORT, 'aml: a checkpoint is answered once')
  WHERE OLD.answer IS NOT NULL OR NEW.answer IS NULL;
  SELECT RAISE(ABORT, 'aml: an answer needs its event as the newest of the run')
  WHERE NOT EXISTS (
    SELECT 1 FROM plans p JOIN newest_events e USING (run_id)
    WHERE p.design_id = NEW.design_id AND e.type = 'checkpoint.answered'
      AND json_extract(e.data, '$.checkpoint') = NEW.id
  );
END;

CREATE TRIGGER checkpoints_delete BEFORE DELETE ON checkpoints BEGIN
  SELECT RAISE(ABORT, 'aml: checkpoints are never deleted');
END;
`;

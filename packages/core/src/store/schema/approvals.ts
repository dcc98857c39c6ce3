/**
 * Approvals are events alone: each is asked once, and answered or closed once, whoever writes. The index is what finds the few
 * of them among the many events of a run.
 */
export const approvals = `
CREATE INDEX events_of_approvals ON events (id)
  WHERE type IN ('approval.asked', 'approval.answered', 'approval.closed');

CREATE TRIGGER approvals_asked BEFORE INSERT ON events WHEN NEW.type = 'approval.asked' BEGIN
  SELECT RAISE(ABORT, 'aml: an approval is asked once')
  WHERE json_extract(NEW.data, '$.approval.id') IS NULL OR EXISTS (
    SELECT 1 FROM events INDEXED BY events_of_approvals
    WHERE type IN ('approval.asked', 'approval.answered', 'approval.closed') AND type = 'approval.asked'
      AND id > (NEW.id >> 32 << 32) AND json_extract(data, '$.approval.id') = json_extract(NEW.data, '$.approval.id')
  );
END;

CREATE TRIGGER approvals_settled BEFORE INSERT ON events WHEN NEW.type IN ('approval.answered', 'approval.closed') BEGIN
  SELECT RAISE(ABORT, 'aml: an approval is answered or closed once, after it was asked')
  WHERE NOT EXISTS (
    SELECT 1 FROM events INDEXED BY events_of_approvals
    WHERE type IN ('approval.asked', 'approval.answered', 'approval.closed') AND type = 'approval.asked'
      AND id > (NEW.id >> 32 << 32) AND json_extract(data, '$.approval.id') = json_extract(NEW.data, '$.approval')
  ) OR EXISTS (
    SELECT 1 FROM events INDEXED BY events_of_approvals
    WHERE type IN ('approval.asked', 'approval.answered', 'approval.closed') AND type <> 'approval.asked'
      AND id > (NEW.id >> 32 << 32) AND json_extract(data, '$.approval') = json_extract(NEW.data, '$.approval')
  );
END;
`;

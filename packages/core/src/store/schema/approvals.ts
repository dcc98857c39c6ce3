/** Events that approvals are made of, and which approval of its run one is about; the index has both. */
const kinds = "type IN ('approval.asked', 'approval.answered', 'approval.closed')";
const idIn = (data: string) => `coalesce(json_extract(${data}, '$.approval.id'), json_extract(${data}, '$.approval'))`;

/** Whether the run has an event about the approval of the new one already: its question, or what settled it. */
const has = (what: "question" | "settlement") => `EXISTS (
    SELECT 1 FROM events INDEXED BY events_of_approvals
    WHERE ${kinds} AND run_id = NEW.run_id AND ${idIn("data")} = ${idIn("NEW.data")}
      AND type ${what === "question" ? "=" : "<>"} 'approval.asked'
  )`;

/**
 * Approvals are events alone: each is asked once in its run, and answered or closed once, whoever writes. The index finds the
 * few of them among the many events of a run.
 */
export const approvals = `
CREATE INDEX events_of_approvals ON events (run_id, ${idIn("data")}) WHERE ${kinds};

CREATE TRIGGER approvals_asked BEFORE INSERT ON events WHEN NEW.type = 'approval.asked' BEGIN
  SELECT RAISE(ABORT, 'aml: an approval is asked once')
  WHERE json_extract(NEW.data, '$.approval.id') IS NULL OR ${has("question")};
END;

CREATE TRIGGER approvals_settled BEFORE INSERT ON events WHEN NEW.type IN ('approval.answered', 'approval.closed') BEGIN
  SELECT RAISE(ABORT, 'aml: an approval is answered or closed once, after it was asked')
  WHERE NOT ${has("question")} OR ${has("settlement")};
END;
`;

import { walkTime } from "../plan-walk.ts";

/** A write through plain SQL that the file must refuse, and what the refusal says. */
export interface ForbiddenWrite {
  readonly what: string;
  readonly sql: string;
  readonly because: RegExp;
}

/** Appends an event as the next of its run, as anybody could. */
export function forgedEvent(type: string, data: Readonly<Record<string, unknown>>, run = "r1"): string {
  return `INSERT INTO events (id, run_id, seq, at, type, hash, data)
    SELECT number << 32 | next, id, next, '${walkTime}', '${type}', '${"0".repeat(64)}', '${JSON.stringify(data)}'
    FROM runs, (SELECT max(seq) + 1 AS next FROM events WHERE run_id = '${run}') WHERE id = '${run}'`;
}

/** An event that tells of a step, as the next of the run. */
export const told = (type: string, step: string, attempt = 1) => forgedEvent(type, { attempt, plan: "plan", step });
/** What a step is without a lease, and with one. */
export const released = "lease_owner = NULL, lease_until = NULL";
export const leased = "lease_owner = 'd', lease_until = 1";
/** A plan that is not frozen yet. */
export const openPlan = `INSERT INTO plans (design_id, run_id, path, mode, node_count, edge_count, diagram_hash, diagram, definition)
  VALUES ('open', 'r1', '0', 'advanced', 1, 0, 'h', 'd', '{}')`;
/** A step, as it begins. */
export const todo = (design: string, node: string, column = "", value = "") =>
  `INTO todos (id, design_id, node, title, description, status, created_at, updated_at, seq, edges_in, open_in, live_in,
    attempt, failures${column}) VALUES ('${design}::${node}', '${design}', '${node}', 't', '{}', 'pending', '', '', 0, 0, 0, 0, 0, 0${value})`;
/** An edge, as it begins. */
export const edge = (design: string, seq: number, from: string, to: string) =>
  `INTO dde_edges (design_id, seq, from_id, to_id, state) VALUES ('${design}', ${seq}, '${from}', '${to}', 'open')`;
/** An event with any number. */
export const event = (id: string, seq: number, run = "r1") =>
  `INTO events (id, run_id, seq, at, type, hash, data) VALUES (${id}, '${run}', ${seq}, '', 'note.recorded', 'h', '{}')`;
/** The row of an event of the run. */
export const numbered = (seq: number) => `(SELECT number << 32 | ${seq} FROM runs WHERE id = 'r1')`;

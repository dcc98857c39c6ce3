import type { TransactionPlan } from "./transaction-plan.ts";

export type SqlParameter = string | number;

export interface PreparedStatement {
  readonly sql: string;
  readonly line: number;
  /** By name without the colon; exactly those that the statement uses. */
  readonly parameters: Readonly<Record<string, SqlParameter>>;
}

/** What the database process is told, on its standard input. */
export interface SqlScript {
  /** The real path of the file. */
  readonly database: string;
  readonly statements: readonly PreparedStatement[];
  readonly transaction: TransactionPlan;
  /** Bytes of rows that are kept. */
  readonly outputLimit: number;
}

/** What came of it: rows as JSON, or how many rows changed. */
export type SqlReply =
  | { readonly ok: true; readonly text: string; readonly cutBytes: number; readonly cutRows: number }
  | { readonly ok: false; readonly message: string };

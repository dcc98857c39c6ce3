import { refuse } from "../tool-error.ts";
import { pragmaOf } from "./rules.ts";
import type { SqlStatement } from "./statements.ts";
import { nameOf } from "./tokens.ts";

/** `own`: the script begins and ends its transactions itself. */
type TransactionMode = "read" | "write" | "own";

export interface TransactionPlan {
  readonly mode: TransactionMode;
  /** Statements before this one run outside the transaction: the PRAGMAs a script begins with. */
  readonly from: number;
}

/** How a script is kept or lost as a whole. A write takes its lock at once: taken later it could only fail. */
export function transactionPlan(statements: readonly SqlStatement[]): TransactionPlan {
  if (statements.some(controlsTransaction)) return { mode: "own", from: statements.length };
  const from = statements.findIndex((statement) => pragmaOf(statement) === null);
  if (from === -1) return { mode: "read", from: statements.length };
  const late = statements.slice(from).find((statement) => pragmaOf(statement) === "foreign_keys");
  // SQLite ignores it inside a transaction, without a word.
  if (late !== undefined) refuse(`line ${late.line}: PRAGMA foreign_keys must come before the first other statement`);
  return { mode: statements.every(onlyReads) ? "read" : "write", from };
}

function controlsTransaction({ words }: SqlStatement): boolean {
  const [first = "", ...rest] = words;
  if (first === "rollback") return !rest.includes("to");
  return ["begin", "commit", "end", "vacuum"].includes(first);
}

/** `WITH` may lead to any of them; a function `replace(...)` is no `REPLACE INTO`. */
function onlyReads({ tokens, words }: SqlStatement): boolean {
  const [first = ""] = words;
  if (first === "with")
    return !tokens.some(
      (token) => token.kind === "word" && ["insert", "update", "delete", "into"].includes(nameOf(token)),
    );
  return ["select", "values", "pragma"].includes(first) || tokens[0]?.text.toLowerCase() === "explain";
}

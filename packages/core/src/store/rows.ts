import type { SqlRow } from "./driver.ts";
import { StoreError } from "./store.ts";

/** A column that always holds text. */
export function textAt(row: SqlRow, column: string): string {
  const value = row[column];
  if (typeof value === "string") return value;
  throw unexpected(column, value);
}

/** A column that holds text or nothing. */
export function optionalTextAt(row: SqlRow, column: string): string | undefined {
  return row[column] === null ? undefined : textAt(row, column);
}

/** A column that always holds a number. */
export function numberAt(row: SqlRow, column: string): number {
  const value = row[column];
  if (typeof value === "number") return value;
  throw unexpected(column, value);
}

/** A column that holds one of a closed set of words. */
export function wordAt<Word extends string>(row: SqlRow, column: string, words: readonly Word[]): Word {
  const value = row[column];
  for (const word of words) if (word === value) return word;
  throw unexpected(column, value);
}

function unexpected(column: string, value: unknown): StoreError {
  return new StoreError(
    "corrupt",
    `column ${column} holds ${JSON.stringify(value) ?? String(value)}, which no version writes`,
  );
}

import type { SqlRows } from "./connection.ts";

export interface RowsText {
  readonly text: string;
  readonly cutBytes: number;
  readonly cutRows: number;
}

/** Rows as a JSON array of objects, one a line; past the limit whole rows are left out, so that it stays valid JSON. */
export function rowsAsJson({ columns, rows }: SqlRows, limitBytes: number): RowsText {
  const names = distinct(columns).map((name) => JSON.stringify(name));
  const kept: string[] = [];
  let bytes = 2;
  let cutBytes = 0;
  let cutRows = 0;
  for (const row of rows) {
    const text = `{${names.map((name, index) => `${name}:${valueAsJson(row[index])}`).join(",")}}`;
    const size = Buffer.byteLength(text) + 2;
    if (cutRows === 0 && bytes + size <= limitBytes) {
      kept.push(text);
      bytes += size;
    } else {
      cutRows++;
      cutBytes += size;
    }
  }
  return { text: `[${kept.join(",\n")}]`, cutBytes, cutRows };
}

/** A join may give one name to several columns; an object would keep only the last of them. */
function distinct(columns: readonly string[]): string[] {
  const taken = new Set<string>();
  return columns.map((column) => {
    let name = column;
    for (let count = 2; taken.has(name); count++) name = `${column}:${count}`;
    taken.add(name);
    return name;
  });
}

/** Whole numbers keep all their digits; bytes are told in base64. */
function valueAsJson(value: unknown): string {
  if (typeof value === "bigint") return value.toString();
  if (value === Number.POSITIVE_INFINITY) return "9e999";
  if (value === Number.NEGATIVE_INFINITY) return "-9e999";
  if (value instanceof Uint8Array) return JSON.stringify(Buffer.from(value).toString("base64"));
  return JSON.stringify(value);
}

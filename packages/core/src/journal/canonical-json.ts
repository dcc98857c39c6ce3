/** Deeper values are cut: the JSON functions of SQLite and of many readers give up near a thousand levels. */
const deepest = 500;

/** JSON with sorted keys and no white space: equal values give equal text, so that it can be hashed (agents.md 3). */
export function canonicalJson(value: unknown): string {
  return textOf(value, 0) ?? "null";
}

/** Undefined for what JSON leaves out (undefined, functions, symbols). */
function textOf(value: unknown, depth: number): string | undefined {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if ("toJSON" in value && typeof value.toJSON === "function") return textOf(value.toJSON(), depth);
  if (depth >= deepest) return JSON.stringify(`(nested deeper than ${deepest} levels)`);
  if (Array.isArray(value)) return `[${value.map((item) => textOf(item, depth + 1) ?? "null").join(",")}]`;
  let text = "";
  for (const key of sortedKeys(value)) {
    const member = textOf(Reflect.get(value, key), depth + 1);
    if (member !== undefined) text += `${text === "" ? "" : ","}${JSON.stringify(key)}:${member}`;
  }
  return `{${text}}`;
}

/** Most objects are written down in order already, and looking is cheaper than sorting. */
function sortedKeys(value: object): string[] {
  const keys = Object.keys(value);
  return keys.every((key, index) => index === 0 || (keys[index - 1] ?? "") < key) ? keys : keys.sort();
}

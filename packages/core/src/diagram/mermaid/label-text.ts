const named: ReadonlyMap<string, string> = new Map([
  ["quot", '"'],
  ["apos", "'"],
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["nbsp", "\u00a0"],
]);

/** A label as it is meant: trimmed, with mermaid's codes such as `#quot;` and `#35;` for the characters they stand for. */
export function labelText(written: string): string {
  const text = written.trim();
  if (!text.includes("#")) return text;
  return text.replace(/#(?:(\d{1,7})|(\w+));/g, (code, number?: string, name?: string) => {
    const point = Number(number);
    if (number !== undefined) return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : code;
    return named.get(name ?? "") ?? code;
  });
}

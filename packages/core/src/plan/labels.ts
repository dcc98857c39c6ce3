/** What labels of a gate are compared by: trimmed and case-folded (diagram.md 2). */
export function foldLabel(label: string): string {
  // Upper case first: it unfolds letters that have several lower cases ("ß", a final sigma).
  return label.trim().normalize("NFC").toUpperCase().toLowerCase();
}

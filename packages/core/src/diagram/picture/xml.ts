const codes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Text inside an element or a quoted attribute. */
export function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => codes[character] ?? character);
}

/** A number of a picture, without digits that nobody sees. */
export function short(value: number): string {
  return String(Math.round(value * 10) / 10);
}

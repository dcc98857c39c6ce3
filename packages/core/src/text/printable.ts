/** Control and bidirectional-override characters, line feeds and tabs aside. */
const unprintable = /(?![\t\n])[\p{Cc}\p{Bidi_Control}]/gu;

/**
 * Text that is safe to show on a terminal: control and bidirectional-override characters of documents, tools and agents
 * become a visible escape, so that no input can move the cursor, hide lines or fake output (DESIGN.md 9).
 */
export function printable(text: string): string {
  return text
    .replace(/\r\n/g, "\n")
    .replace(unprintable, (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, "0")}`);
}

/** One line of it, cut to `width` characters with an ellipsis. */
export function printableLine(text: string, width: number): string {
  const line = printable(text)
    .replace(/\s*\n\s*/g, " ")
    .replace(/\t/g, " ");
  return line.length <= width ? line : `${line.slice(0, Math.max(0, width - 1))}…`;
}

/** The same length with a space for each such character and tab: what stands over the marker of a code frame. */
export function blankControls(text: string): string {
  return text.replace(unprintable, " ").replace(/[\t\n]/g, " ");
}

/** Characters of one text, such as a step's output, that an agent is shown. */
const usuallyShown = 32_000;

/** A text as an agent is shown it: the middle of a long one is left out, and the text says so. */
export function shownText(text: string, shown = usuallyShown): string {
  if (text.length <= shown) return text;
  const half = shown / 2;
  return `${text.slice(0, half)}\n[... ${text.length - shown} characters left out ...]\n${text.slice(-half)}`;
}

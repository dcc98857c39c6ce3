import { printable } from "@agent-markup/core";

const wide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u303f\uff00-\uff60]/u;
const none = /[\p{M}\p{Default_Ignorable_Code_Point}]/u;

/** How many cells of a terminal a text takes. */
export function cellsOf(text: string): number {
  let cells = 0;
  for (const character of text) cells += cellsOfCharacter(character);
  return cells;
}

/** A text as one line of so many cells at most, cut with an ellipsis. */
export function fitted(text: string, room: number): string {
  const line = printable(text).replace(/[\n\t]/g, " ");
  if (line.length * 2 <= room || cellsOf(line) <= room) return line;
  let kept = "";
  let cells = 1;
  for (const character of line) {
    cells += cellsOfCharacter(character);
    if (cells > room) break;
    kept += character;
  }
  return `${kept.trimEnd()}…`;
}

function cellsOfCharacter(character: string): number {
  return none.test(character) ? 0 : wide.test(character) ? 2 : 1;
}

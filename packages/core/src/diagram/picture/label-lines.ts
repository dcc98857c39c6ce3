import { decodeEntities } from "../../text/entities.ts";
import { printable } from "../../text/printable.ts";
import { textWidth } from "./text-width.ts";

/** How much of a label is shown. */
export interface LabelRoom {
  readonly width: number;
  readonly size: number;
  readonly lines: number;
}

/** What is looked at of a label: it fills any box. */
const longest = 2_000;

// mermaid breaks a line at a written `\n` too.
const lineBreak = /<[bh]r\s*\/?>|\\n|\n/gi;
/** Markup that mermaid draws as such in a label; any other tag is text. */
const formatting = /<\/?(?:b|strong|i|em|u|s|small|sub|sup|code|span|font|p|div|center)(?:\s[^<>]*)?>/gi;
const strong = /\*\*([^*]+)\*\*/g;
const icon = /\bfa[bklrs]?:fa-[\w-]+\s*/g;

/** A label as lines that fit: broken where it says so and where it has to be, the rest cut with an ellipsis. */
export function labelLines(label: string, room: LabelRoom): readonly string[] {
  const lines = plainText(label.slice(0, longest))
    .split(lineBreak)
    .flatMap((line) => wrapped(line.trim().replace(/\s+/g, " "), room));
  while (lines.length > 1 && lines.at(-1) === "") lines.pop();
  while (lines.length > 1 && lines[0] === "") lines.shift();
  if (lines.length <= room.lines) return lines;
  return [...lines.slice(0, room.lines - 1), `${lines[room.lines - 1] ?? ""}…`];
}

/** A label without markup, and without what no XML document and no reader can take. */
export function plainText(label: string): string {
  const text = label.replace(icon, "").replace(formatting, "").replace(strong, "$1");
  return printable(decodeEntities(text).replace(/[\p{Surrogate}\ufffe\uffff]/gu, "\ufffd"));
}

/** A label as one line, however long. */
export function labelLine(label: string): string {
  return plainText(label).split(lineBreak).join(" ").replace(/\s+/g, " ").trim();
}

const narrower = [0.55, 0.65, 0.75, 0.85, 1];

/** A line in as few lines as it takes, and these of like length: no word is left alone on the last. */
function wrapped(text: string, { width, size }: LabelRoom): readonly string[] {
  const words = text.split(" ").flatMap((each) => pieces(each, width, size));
  const fewest = filled(words, width, size);
  if (fewest.length === 1) return fewest;
  const balanced = narrower.map((share) => filled(words, width * share, size));
  return balanced.find(({ length }) => length === fewest.length) ?? fewest;
}

function filled(words: readonly string[], width: number, size: number): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of words) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (line === "" || textWidth(longer, size) <= width) line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line];
}

/** A word as it is, or in parts where it alone is too wide: paths and addresses, and scripts without spaces. */
function pieces(word: string, width: number, size: number): string[] {
  if (textWidth(word, size) <= width) return [word];
  const parts: string[] = [];
  let part = "";
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(word)) {
    if (part !== "" && textWidth(part + segment, size) > width) {
      parts.push(part);
      part = "";
    }
    part += segment;
  }
  return [...parts, part];
}

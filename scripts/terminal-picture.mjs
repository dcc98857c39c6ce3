// Turns what a terminal shows, with its colours, into an SVG: tmux capture-pane -p -e | node scripts/terminal-picture.mjs > docs/run.svg
import { readFileSync } from "node:fs";

const colors = { 31: "#ff7b72", 32: "#7ee787", 33: "#e3b341", 36: "#79c0ff", 39: "#e6edf3" };
const size = 14;
const advance = 8.43;
const lineHeight = 20;

const escapeXml = (text) =>
  text.replace(/[&<>]/g, (character) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[character]);

/** One line as spans of equal style. */
function spansOf(line) {
  let style = { color: colors[39], bold: false, dim: false };
  let column = 0;
  const spans = [];
  // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what this reads
  for (const part of line.split(/(\u001b\[[\d;]*m)/)) {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the same
    const codes = /^\u001b\[([\d;]*)m$/.exec(part);
    if (codes === null) {
      if (part.trim() !== "") spans.push({ text: part, column, ...style });
      column += part.length;
      continue;
    }
    for (const code of codes[1].split(";").map(Number)) {
      if (code === 0) style = { color: colors[39], bold: false, dim: false };
      else if (code === 1) style = { ...style, bold: true };
      else if (code === 2) style = { ...style, dim: true };
      else if (code === 22) style = { ...style, bold: false, dim: false };
      else if (colors[code] !== undefined) style = { ...style, color: colors[code] };
    }
  }
  return spans;
}

const lines = readFileSync(0, "utf8").trimEnd().split("\n");
const width = Math.ceil(92 * advance + 32);
const height = lines.length * lineHeight + 56;
const texts = lines.flatMap((line, row) =>
  spansOf(line).map(({ text, column, color, bold, dim }) => {
    const lead = text.length - text.trimStart().length;
    const x = (16 + (column + lead) * advance).toFixed(1);
    const weight = bold ? ' font-weight="bold"' : "";
    const opacity = dim ? ' opacity="0.6"' : "";
    const y = 52 + row * lineHeight;
    return `  <text x="${x}" y="${y}" fill="${color}"${weight}${opacity} xml:space="preserve">${escapeXml(text.trim())}</text>`;
  }),
);
process.stdout.write(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" role="img" aria-label="A terminal that shows a run of the nightly load example" font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" font-size="${size}">
  <rect width="100%" height="100%" rx="8" fill="#0d1117"/>
  <circle cx="20" cy="18" r="5" fill="#ff5f57"/><circle cx="38" cy="18" r="5" fill="#febc2e"/><circle cx="56" cy="18" r="5" fill="#28c840"/>
${texts.join("\n")}
</svg>
`);

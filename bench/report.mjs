/** @typedef {import("./measure.mjs").Row} Row */

const headings = ["", "what", "figure", "ratio", "goal", "peer"];

/**
 * The rows as a table for people; the ratio is ours to the peer's.
 * @param {readonly Row[]} rows
 */
export function table(rows) {
  const lines = rows.map(({ what, figure, unit, peer, ratio, goal, met }) => [
    met ? "met" : "MISSED",
    what,
    `${short(figure)} ${unit}`,
    ratio === null ? "" : short(ratio),
    goal,
    peer,
  ]);
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...lines.map((line) => line[column]?.length ?? 0)),
  );
  return [headings, ...lines]
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/**
 * Three digits are more than a shared machine can tell.
 * @param {number} figure
 */
export function short(figure) {
  return Number(figure.toPrecision(3)).toLocaleString("en", { maximumFractionDigits: 6 });
}

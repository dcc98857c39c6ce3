import { parse } from "@agent-markup/core";
import { validate } from "../packages/core/dist/2-validate/validate.js";
import { atLeast, interleaved } from "./measure.mjs";

const size = 1_000_000;

/**
 * The Rust reference is not run here: this is what was published for it (README.md), in MB/s. Of 28 to 50 for prose the better
 * end is taken.
 */
const reference = { sparse: 50, dense1: 4.8, dense5: 1, dense20: 0.26 };

const sentence = "Nobody merges before `npm test` is green, and that isn't negotiable: a red build stops the release. ";

const texts = {
  sparse: repeated(`${sentence.repeat(20)}\n\n<tool allow="grep, view">Look, and change nothing.</tool>\n\n`),
  dense1: repeated(nested(1)),
  dense5: repeated(nested(5)),
  dense20: repeated(nested(20)),
};

/**
 * Parse and validate: a text that is mostly prose, and texts that are mostly tags at three depths. The peer of the same run
 * is the least that any reader in JavaScript must do, one `indexOf` pass for `<`.
 * @returns {Promise<import("./measure.mjs").Row[]>}
 */
export async function parsing() {
  const ours = Object.entries(texts).map(([name, text]) => [name, () => read(text)]);
  const passes = Object.entries(texts).map(([name, text]) => [`${name} pass`, () => countAngles(text)]);
  const times = await interleaved(Object.fromEntries([...ours, ...passes]), { rounds: 25, warmUp: 5, computes: true });
  const speed = (/** @type {string} */ name) => size / 1000 / (times[name] ?? Number.NaN);
  const row = (/** @type {keyof typeof texts} */ name, /** @type {string} */ what) => ({
    what: `parse + validate, 1 MB ${what}`,
    figure: speed(name),
    unit: "MB/s",
    peer: `one indexOf pass for \`<\` (Rust reference, published: ${reference[name]} MB/s)`,
    ratio: speed(name) / speed(`${name} pass`),
  });
  const sparse = row("sparse", "prose with sparse tags");
  const deepest = row("dense20", "dense tags at depth 20");
  return [
    atLeast({ ...sparse, atLeast: 250 }),
    atLeast({
      ...sparse,
      peer: `Rust reference, published: ${reference.sparse} MB/s`,
      ratio: sparse.figure / reference.sparse,
      atLeast: 8,
      of: "ratio",
    }),
    atLeast({ ...row("dense1", "dense tags at depth 1"), atLeast: 40 }),
    atLeast({ ...row("dense5", "dense tags at depth 5"), atLeast: 40 }),
    atLeast({ ...deepest, atLeast: 40 }),
    atLeast({
      ...deepest,
      peer: "the same at depth 1",
      ratio: speed("dense20") / speed("dense1"),
      atLeast: 0.8,
      of: "ratio",
    }),
  ];
}

/** @param {string} text */
function read(text) {
  const { document, diagnostics } = parse(text);
  const found = [...diagnostics, ...validate(document)];
  if (found.length > 0) throw new Error(`the text of the bench is not clean: ${found[0]?.message}`);
}

/** @param {string} text */
function countAngles(text) {
  let count = 0;
  for (let at = text.indexOf("<"); at !== -1; at = text.indexOf("<", at + 1)) count++;
  return count;
}

/** @param {number} depth */
function nested(depth) {
  return `${'<tool allow="grep, view">'.repeat(depth)}look${"</tool>".repeat(depth)}\n`;
}

/** @param {string} piece whole pieces only, so that the text stays well formed */
function repeated(piece) {
  const text = piece.repeat(Math.floor(size / piece.length));
  return text + " ".repeat(size - text.length);
}

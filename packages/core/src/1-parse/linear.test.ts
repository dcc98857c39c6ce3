import { describe, expect, it } from "vitest";
import { parse } from "./parse.ts";

/** Texts of one repeated piece, each once found to be read in time that grows with its square. */
const texts: readonly [name: string, text: (times: number) => string][] = [
  ["values on one line that are never closed", (times) => `<tool deny='`.repeat(times)],
  ["values on one line that are never closed, in both quotes", (times) => `<tool allow="<tool deny='`.repeat(times)],
  [
    "tags that read as values of one another, with no attribute that they have",
    (times) => `<tool ${'x="<tool " '.repeat(times)}`,
  ],
  ["the same in both quotes", (times) => `<tool ${`x="<tool " y='<tool ' `.repeat(times)}`],
  ["tags without attributes before a long tag", (times) => `${"<tool ".repeat(times)}${'x="y" '.repeat(times)}`],
  ["code spans that are never closed", (times) => "`` ` ".repeat(times)],
  ["comments that are never closed", (times) => "<!-- ".repeat(times)],
];

describe("twice the text is twice the work", () => {
  it.each(texts)("in %s", (_, text) => {
    const work = charactersLookedAt(text(1_000));
    const twice = charactersLookedAt(text(2_000));
    expect(work).toBeGreaterThan(1_000);
    expect(twice / work).toBeLessThan(2.2);
  });
});

/** How many characters the parser reads or searches through: the same on every machine, which time is not. */
function charactersLookedAt(text: string): number {
  let count = 0;
  const { charCodeAt, indexOf, slice } = String.prototype;
  const counting: Pick<string, "charCodeAt" | "indexOf" | "slice"> & ThisType<string> = {
    charCodeAt(at) {
      count++;
      return charCodeAt.call(this, at);
    },
    indexOf(wanted, from = 0) {
      const found = indexOf.call(this, wanted, from);
      count += (found === -1 ? this.length : found) - from + 1;
      return found;
    },
    slice(from, to) {
      const part = slice.call(this, from, to);
      count += part.length;
      return part;
    },
  };
  // No spies: they keep every call.
  Object.assign(String.prototype, counting);
  try {
    parse(text);
  } finally {
    Object.assign(String.prototype, { charCodeAt, indexOf, slice });
  }
  return count;
}

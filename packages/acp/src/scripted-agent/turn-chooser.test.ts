import { describe, expect, it } from "vitest";
import type { Turn } from "./script.ts";
import { turnChooser } from "./turn-chooser.ts";

const turn = (name: string, fits: Partial<Turn>): Turn => ({
  match: undefined,
  index: undefined,
  continued: undefined,
  times: undefined,
  steps: [{ do: "garbage", line: name }],
  ...fits,
});

/** Names of the turns that are played for these prompts. */
function played(turns: readonly Turn[], ...prompts: string[]): unknown[] {
  const choose = turnChooser(turns);
  return prompts
    .map((prompt) => choose(prompt, false)?.[0])
    .map((step) => (step?.do === "garbage" ? step.line : undefined));
}

describe("the turn for a prompt", () => {
  it("is the first that fits", () => {
    expect(played([turn("a", { match: "x" }), turn("b", { match: "xy" }), turn("c", {})], "xy", "zy", "y")).toEqual([
      "a",
      "c",
      "c",
    ]);
  });

  it("is told by the prompt's place in the session", () => {
    expect(played([turn("second", { index: 1 }), turn("other", {})], "p", "p", "p")).toEqual([
      "other",
      "second",
      "other",
    ]);
  });

  it("is told by whether the session was brought back", () => {
    const choose = turnChooser([turn("new", { continued: false }), turn("old", { continued: true })]);
    expect(choose("p", true)).toEqual([{ do: "garbage", line: "old" }]);
    expect(choose("p", false)).toEqual([{ do: "garbage", line: "new" }]);
  });

  it("must fit in every way it names", () => {
    expect(played([turn("a", { match: "x", index: 1 })], "x", "y", "x")).toEqual([undefined, undefined, undefined]);
  });

  it("gives way to the next when it has served often enough", () => {
    expect(played([turn("once", { match: "x", times: 1 }), turn("then", { match: "x" })], "y", "x", "x", "x")).toEqual([
      undefined,
      "once",
      "then",
      "then",
    ]);
  });
});

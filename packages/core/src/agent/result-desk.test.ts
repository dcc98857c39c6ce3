import { describe, expect, test } from "vitest";
import { resultDesk } from "./result-desk.ts";

describe("a step's result that is given by the tool", () => {
  test.each<[string, unknown, object]>([
    ["done", { status: "done", summary: "read" }, { status: "done", summary: "read" }],
    [
      "done with an output",
      { status: "done", summary: "", output: { n: 1 } },
      { status: "done", summary: "", output: { n: 1 } },
    ],
    ["failed", { status: "failed", summary: "gone" }, { status: "failed", summary: "gone" }],
  ])("is taken when it is %s", (_, input, expected) => {
    const desk = resultDesk(null);
    expect(desk.hand(input)).toEqual({ taken: expected });
    expect(desk.taken()).toEqual(expected);
  });

  test.each([
    ["no status", {}],
    ["another status", { status: "ok" }],
    ["no object", "done"],
    ["nothing", undefined],
  ])("is refused with %s, and can be given again", (_, input) => {
    const desk = resultDesk(null);
    expect(desk.hand(input)).toEqual({ refused: 'step_result needs the status "done" or "failed"' });
    expect(desk.taken()).toBeNull();
    expect(desk.hand({ status: "done", summary: "x" })).toHaveProperty("taken");
  });

  test("counts once: what comes later changes nothing", () => {
    const desk = resultDesk(null);
    desk.hand({ status: "failed", summary: "no" });
    expect(desk.hand({ status: "done", summary: "yes" })).toEqual({
      refused: "the result of this step was given already: failed",
    });
    expect(desk.taken()).toEqual({ status: "failed", summary: "no" });
  });

  test("of a decision must be one of the labels, unless it failed", () => {
    const labels = ["yes", "Not yet"];
    const refused = { refused: 'this step is a decision: "output" must be exactly one of "yes", "Not yet"' };
    expect(resultDesk(labels).hand({ status: "done", summary: "" })).toEqual(refused);
    expect(resultDesk(labels).hand({ status: "done", summary: "", output: "maybe" })).toEqual(refused);
    expect(resultDesk(labels).hand({ status: "done", summary: "", output: "not yet" })).toHaveProperty("taken");
    expect(resultDesk(labels).hand({ status: "failed", summary: "" })).toHaveProperty("taken");
  });
});

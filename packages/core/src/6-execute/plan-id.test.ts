import { describe, expect, test } from "vitest";
import { isPlanId } from "../diagram/compile/plan-id.ts";
import { attemptPlanId, laterPlanId, planId } from "./plan-id.ts";

describe("the id of a new plan", () => {
  test.each([
    ["docs/nightly load.md", "r1", "0", "nightly-load-r1-0"],
    ["--.md", "r1", "0.2.1", "plan-r1-0-2-1"],
    [`${"x".repeat(80)}.md`, "r1", "0", `${"x".repeat(59)}-r1-0`],
  ])("of %s in %s at %s", (file, run, path, expected) => {
    expect(planId(file, run, path)).toBe(expected);
  });

  test("is one, and another for another place, however long the run's id and the place are", () => {
    const run = "r".repeat(64);
    const deep = Array.from({ length: 16 }, () => "12").join(".");
    const ids = [
      planId("a.md", run, "0"),
      planId("a.md", run, "1"),
      planId("a.md", "r1", deep),
      planId("a.md", "r2", deep),
    ];
    expect(ids.filter((id) => !isPlanId(id))).toEqual([]);
    expect(new Set(ids).size).toBe(4);
  });
});

describe("the id of a plan that is one of several", () => {
  test("bears its number, and the first bears none", () => {
    expect([1, 2, 10].map((attempt) => attemptPlanId("nightly", attempt))).toEqual([
      "nightly",
      "nightly-2",
      "nightly-10",
    ]);
    expect([1, 2, 10].map((count) => laterPlanId("nightly", count))).toEqual(["nightly", "nightly--2", "nightly--10"]);
  });

  test("is an id however long the first is, and another for each first", () => {
    const [one, other] = [`${"x".repeat(63)}a`, `${"x".repeat(63)}b`];
    const ids = [attemptPlanId(one, 2), attemptPlanId(other, 2), attemptPlanId(one, 3), laterPlanId(one, 2)];
    expect(ids.filter((id) => !isPlanId(id))).toEqual([]);
    expect(new Set(ids).size).toBe(4);
  });
});

import { expect, it } from "vitest";
import { compiledIn } from "../../testing/diagram-reading.ts";
import { isPlanId } from "./plan-id.ts";

it.each(["a", "0", "Release_2026-05", "a".repeat(64)])("%j can be the id of a plan", (id) => {
  expect(isPlanId(id)).toBe(true);
});

it.each(["", "-a", "_a", "a.b", "a b", "a\n", "é", "a".repeat(65)])("%j cannot, and nothing is compiled", (id) => {
  expect(isPlanId(id)).toBe(false);
  const { plan, diagnostics } = compiledIn("flowchart LR\nA --> B", { id });
  expect(plan).toBeNull();
  expect(diagnostics.map(({ code }) => code)).toEqual(["AML7047"]);
});

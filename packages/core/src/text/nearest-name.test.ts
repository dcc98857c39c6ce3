import { expect, test } from "vitest";
import { nameSuggester, nearestName } from "./nearest-name.ts";

test.each([
  { name: "bsah", candidates: ["bash", "grep"], nearest: "bash", why: "a swap is one edit" },
  { name: "Bash", candidates: ["bash"], nearest: "bash", why: "case alone is no distance" },
  { name: "grp", candidates: ["grep"], nearest: "grep", why: "one letter is missing" },
  { name: "code-reveiw", candidates: ["code-review", "code-revise"], nearest: "code-review", why: "nearest wins" },
  { name: "ab", candidates: ["ac"], nearest: undefined, why: "one of two letters differs" },
  { name: "x", candidates: ["i"], nearest: undefined, why: "it would be as near to any letter" },
  { name: "SQ", candidates: ["sq"], nearest: "sq", why: "case alone is no distance, however short" },
  { name: "deploy", candidates: ["testing"], nearest: undefined, why: "they have nothing in common" },
  { name: "same", candidates: ["same"], nearest: undefined, why: "a name is no slip of itself" },
  { name: "", candidates: ["bash"], nearest: undefined, why: "nothing was written" },
  { name: "x".repeat(129), candidates: ["x".repeat(128)], nearest: undefined, why: "it is too long to compare" },
])("$name of $candidates suggests $nearest, because $why", ({ name, candidates, nearest }) => {
  expect(nearestName(name, candidates)).toBe(nearest);
});

test("a suggester stops suggesting once its comparisons are used up", () => {
  const many = Array.from({ length: 150_000 }, (_, number) => `name-${number}`);
  const suggest = nameSuggester(() => many);
  expect(suggest("nmae-7")).toBe("name-7");
  expect(suggest("nmae-7")).toBeUndefined();
});

test("a suggester asks for its candidates only when the first name is unknown", () => {
  let asked = 0;
  const suggest = nameSuggester(() => {
    asked++;
    return ["bash"];
  });
  expect(asked).toBe(0);
  suggest("bsh");
  suggest("bahs");
  expect(asked).toBe(1);
});

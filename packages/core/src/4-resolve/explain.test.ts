import { describe, expect, test } from "vitest";
import { check } from "../check.ts";
import type { Defaults } from "./choose.ts";
import { explainResolution } from "./explain.ts";

const definitions = `<skill define="interface" name="review"/>
<skill define="implementation" name="go-fast" implements="review" language="go" framework="fast" priority="5"/>
<skill define="implementation" name="go-slow" implements="review" language="go" framework="slow"/>
<skill define="implementation" name="js" implements="review" language="js"/>
<skill define="interface" name="idle"/>
<skill define="implementation" name="other" implements="something"/>
<skill define="implementation" name="equal-1" implements="equal"/>
<skill define="implementation" name="equal-2" implements="equal"/>
`;

/** Outcome, reason, choice, and the candidates with a `-` before each that the hints exclude. */
function explained(invocation: string, defaults: Defaults = {}): string {
  const { documents, registry } = check([{ file: "a.md", text: definitions + invocation }], { defaults });
  const [document] = documents;
  const element = document?.elements.at(-1);
  if (document === undefined || element === undefined) throw new Error("nothing to explain");
  const found = explainResolution(document, element, registry, defaults);
  if (found === null) return "nothing is asked for";
  const { choice, candidates } = found;
  const listed = candidates.map(({ implementation, fits }) => `${fits ? "" : "-"}${implementation.name}`).join(" ");
  const what = choice.outcome === "chosen" ? `${choice.reason} ${choice.implementation.name}` : choice.outcome;
  return `${what}: ${listed}`;
}

describe("why an invocation was not resolved", () => {
  test.each([
    ['<skill interface="nobody"/>', "unknown-interface: "],
    ['<skill impl="nobody"/>', "unknown-implementation: "],
    ['<skill name="nobody"/>', "unknown-skill: "],
    ['<skill ref="nobody"/>', "unknown-skill: "],
    ['<skill interface="idle"/>', "unimplemented: "],
    ['<skill interface="review" language="rust"/>', "no-match: -go-fast -go-slow -js"],
    ['<skill interface="equal"/>', "ambiguous: equal-1 equal-2"],
    ['<skill impl="other" interface="review"/>', "mismatch: "],
    ['<skill name="a" interface="b"/>', "nothing is asked for"],
    ['<skill interface=""/>', "nothing is asked for"],
    ['<tool allow="grep">x</tool>', "nothing is asked for"],
    ['<skill define="contract" name="c"/>', "nothing is asked for"],
  ])("%s", (invocation, expected) => {
    expect(explained(invocation)).toBe(expected);
  });
});

describe("why an implementation was taken", () => {
  test.each([
    ['<skill impl="js"/>', {}, "named js: "],
    ['<skill name="js"/>', {}, "named js: "],
    ['<skill impl="a/js"/>', {}, "named js: "],
    ['<skill interface="something"/>', {}, "only other: other"],
    ['<skill interface="review" language="js"/>', {}, "only js: -go-fast -go-slow js"],
    ['<skill interface="review" language="go"/>', {}, "priority go-fast: go-fast go-slow -js"],
    ['<skill name="review" language="go" framework="slow"/>', {}, "only go-slow: -go-fast go-slow -js"],
    ['<skill interface="review"/>', { review: "go-slow" }, "default go-slow: go-fast go-slow js"],
    ['<skill interface="review" language="js"/>', { review: "go-slow" }, "only js: -go-fast -go-slow js"],
    ['<skill interface="equal"/>', { equal: "equal-2" }, "default equal-2: equal-1 equal-2"],
    ['<skill ref="dde" mode="simple"/>', {}, "mode dde-simple: "],
    ['<skill ref="dde"/>', {}, "mode dde-advanced: "],
    ['<skill impl="dde-simple"/>', {}, "named dde-simple: "],
    ['<skill interface="diagram-driven-execution"/>', {}, "mode dde-advanced: "],
  ])("%s with defaults %j", (invocation, defaults, expected) => {
    expect(explained(invocation, defaults)).toBe(expected);
  });
});

// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders of .mcp.json are meant as they stand
import { expect, test } from "vitest";
import { knownValues, withVariables } from "./variables.ts";

const variables = { NAME: "kim", EMPTY: "", NESTED: "${NAME}" };

test.each([
  ["${NAME}", "kim"],
  ["Bearer ${NAME}!", "Bearer kim!"],
  ["${NAME}${NAME}", "kimkim"],
  ["${NAME:-other}", "kim"],
  ["${NONE:-other}", "other"],
  ["${NONE:-}", ""],
  ["${EMPTY}", ""],
  ["${EMPTY:-other}", "other"],
  ["$NAME {NAME} ${} ${not a name}", "$NAME {NAME} ${} ${not a name}"],
  ["${NESTED}", "${NAME}"],
])("%s is %j", (text, filled) => {
  expect(withVariables(text, variables)).toBe(filled);
});

test("a variable that is not set is told by name, its text is never sent as it is", () => {
  expect(() => withVariables("Bearer ${NONE}", variables)).toThrow("${NONE} of the MCP configuration is not set");
});

test("what cannot be filled in is no known value, and the others are", () => {
  const texts = { A: "Bearer ${NAME}", B: "${NONE}", C: "${NONE:-other}", D: "${EMPTY}" };
  expect(knownValues(texts, variables)).toEqual({ A: "Bearer kim", C: "other", D: "" });
});

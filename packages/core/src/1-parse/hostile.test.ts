import { describe, expect, test } from "vitest";
import { print } from "../ast/print.ts";
import { verifies } from "../testing/verifies.ts";
import { parse } from "./parse.ts";

const many = 100_000;
const million = 1_000_000;

/** Each would take minutes, or end the process, in a reader that recurses, looks ahead again and again, or compares all with all. */
const texts: readonly [name: string, text: string][] = [
  ["nested elements", '<skill interface="a">'.repeat(many) + "</skill>".repeat(many)],
  ["nested elements that are never closed", '<skill interface="a">'.repeat(many)],
  ["stray close tags", "</tool>".repeat(many)],
  ["stray close tags in many elements", '<skill interface="a">'.repeat(many / 2) + "</tool>".repeat(many / 2)],
  ["a value of a megabyte", `<skill interface="${"x".repeat(million)}"/>`],
  ["a value of a megabyte that is never closed", `<skill interface="${"x ".repeat(million / 2)}`],
  ["attributes of one tag", `<tool name="a" ${'b="c" '.repeat(many / 2)}/>`],
  ["different attributes of one tag", `<tool ${Array.from({ length: many }, (_, at) => `a${at}="b"`).join(" ")}/>`],
  ["a million `<`", "<".repeat(million)],
  ["a million backticks", "`".repeat(million)],
  ["single backticks, each in a paragraph", "`a\n\n".repeat(many)],
  ["code spans on one line", "`a` ".repeat(many)],
  ["runs of backticks, each longer", Array.from({ length: 1_000 }, (_, at) => "`".repeat(at + 1)).join(" ")],
  ["escaped backticks", "\\`".repeat(many)],
  ["backslashes", `${"\\".repeat(million)}\``],
  ["comments that are never closed", "<!--".repeat(million / 4)],
  ["fences that are never closed", "```a\n".repeat(many)],
  ["fences closed too deep", `${"```a\n".repeat(many / 2)}${"     ```a\n".repeat(many / 10)}${"         ```\n"}`],
  ["fences whose closers belong to nested ones", "```a\n".repeat(many / 2) + "  ```b\n  ```\n".repeat(many / 10)],
  [
    "fences of ever other columns",
    `${" ".repeat(99)}\n`.repeat(9) + indentedFences() + "  ```b\n  ```\n".repeat(many / 10),
  ],
  ["fences in alternating quotes", "> ```a\n>> ```b\n".repeat(many / 2)],
  ["quote markers", `${"> ".repeat(million / 2)}\`\`\``],
  ["values that are never closed", '<skill interface="a"><param name="b">c</skill>'.repeat(many / 5)],
  ["values closed only at the end", `${'<skill interface="a"><param name="b">c</skill>'.repeat(many / 5)}</param>`],
  ["placeholders", "<tool>".repeat(many)],
  ["placeholders with close tags in an element", `<tool name="a">${"<tool>".repeat(many)}${"</tool>".repeat(many)}`],
  [
    "placeholders of two kinds",
    "<agent>".repeat(many / 2) + "<tool></tool>".repeat(many / 2) + "</agent>".repeat(many / 2),
  ],
  ["nested bare sessions", "<session>".repeat(many) + "</session>".repeat(many)],
  [
    "bare sessions closed elsewhere",
    '<skill interface="a"><session></skill>'.repeat(many / 5) + "</session>".repeat(many / 5),
  ],
  ["quotes that are never closed", '<tool name="'.repeat(many / 2)],
  ["quotes of both kinds", `<tool a="<tool b='`.repeat(many / 2)],
  ["values that hold `>`, and then something odd", '<tool name=">" b=">" !'.repeat(many / 5)],
  ["values that read as tags in two ways", `<tool name=">" ${`x="<tool n='>'" y='" z="'`.repeat(many / 5)}!`],
  ["white space in a tag", `<tool${" ".repeat(million)}`],
  ["white space in close tags", "</tool          ".repeat(many / 2)],
  ["entities", "&lt;&".repeat(million / 5)],
  ["front matter without an end", `---\n${"a: b\n".repeat(many)}`],
  ["roots", '<aml version="0.3">'.repeat(many / 2) + "</aml>".repeat(many / 2)],
  ["nested fields", `<skill define="contract" name="c">${'<field name="a" type="object">'.repeat(many)}`],
];

function indentedFences(): string {
  return Array.from({ length: 100 }, (_, column) => `${" ".repeat(column)}\`\`\`a\n`)
    .join("")
    .repeat(20);
}

describe("a text made to be slow to read is read, and printed as it was", () => {
  verifies("lexical.cost.linear", "lexical.cost.depth");
  test.each(texts)("%s", (_, text) => {
    expect(print(parse(text).document) === text).toBe(true);
  });
});

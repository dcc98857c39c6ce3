import { describe, expect, test } from "vitest";
import { checkDocuments } from "./check-documents.ts";

const redundant = '<tool name="grep" allow="grep"><session/></tool>';
const conflicting = '<tool allow="grep" deny="bash"><session/></tool>';

function reported(text: string, file = "a.md"): string[] {
  return checkDocuments([{ file, text }]).diagnostics.map(({ code, start }) => `${code} ${start.line}:${start.column}`);
}

describe("what a suppression takes back", () => {
  test.each([
    ["nothing without one", redundant, ["AML5007 1:7"]],
    ["a warning on the next line", `<!-- aml-ignore AML5007: why -->\n${redundant}`, []],
    ["a warning on its own line, before it", `<!-- aml-ignore AML5007: why -->${redundant}`, []],
    ["a warning on its own line, after it", `${redundant}<!-- aml-ignore AML5007: why -->`, []],
    ["a hint", "<!-- aml-ignore AML1010: about the tag -->\nThe <agent> tag.", []],
    ["two codes", `<!-- aml-ignore AML1010, AML5007: why -->\nA <skill> ${redundant}`, []],
    ["in a document with a root", `<aml version="0.3">\n<!-- aml-ignore AML5007: why -->\n${redundant}\n</aml>`, []],
    ["inside an element", `<session>\n<!-- aml-ignore AML5007: why -->\n${redundant}</session>`, []],
    ["after CRLF", `<!-- aml-ignore AML5007: why -->\r\n${redundant}`, []],
    ["from a comment of several lines, after its last", `<!-- aml-ignore AML5007:\nwhy -->\n${redundant}`, []],
    [
      "a hint of a diagram, from a comment in it",
      '<skill impl="dde-advanced">\nflowchart LR\n  <!-- aml-ignore AML7042: reads better -->\n  A{ok?} -->|yes| B\n  A -->|no| C\n</skill>',
      [],
    ],
    [
      "a hint of a diagram in a fence, from mermaid's own comment in it",
      '<skill impl="dde-advanced">\n\n```mermaid\nflowchart LR\n  %% aml-ignore AML7042: reads better\n  A{ok?} -->|yes| B\n  A -->|no| C\n```\n</skill>',
      [],
    ],
    [
      "a hint from mermaid's comment, which is told when it gives no reason; a label is no comment",
      '<skill impl="dde-advanced">\nflowchart LR\n  %% aml-ignore AML7042\n  A{"%% aml-ignore AML7042: x"} -->|yes| B\n  A -->|no| C\n</skill>',
      ["AML1033 3:3"],
    ],
  ])("%s", (_, text, expected) => {
    expect(reported(text)).toEqual(expected);
  });

  test("a hint of a file that is a diagram", () => {
    const text = "flowchart LR\n  %% aml-ignore AML7042: reads better\n  A{ok?} -->|yes| B\n  A -->|no| C\n";
    expect(checkDocuments([{ file: "a.mmd", text }]).diagnostics).toEqual([]);
  });
});

describe("what a suppression does not take back", () => {
  test.each([
    [
      "an error, and a warning says so",
      `<!-- aml-ignore AML2007: why -->\n${conflicting}`,
      ["AML1030 1:17", "AML2007 2:20"],
    ],
    ["a line further on", `<!-- aml-ignore AML5007: why -->\n\n${redundant}`, ["AML1031 1:17", "AML5007 3:7"]],
    ["a line before", `${redundant}\n<!-- aml-ignore AML5007: why -->`, ["AML5007 1:7", "AML1031 2:17"]],
    ["another code", `<!-- aml-ignore AML5006: why -->\n${redundant}`, ["AML1031 1:17", "AML5007 2:7"]],
    ["a code in small letters", `<!-- aml-ignore aml5007: why -->\n${redundant}`, ["AML1032 1:17", "AML5007 2:7"]],
    ["from code", `\`<!-- aml-ignore AML5007: why -->\`\n${redundant}`, ["AML5007 2:7"]],
    ["from a fence", `\`\`\`\n<!-- aml-ignore AML5007: why -->\n\`\`\`\n${redundant}`, ["AML5007 4:7"]],
    ["by another word", `<!-- aml-ignored AML5007: why -->\n${redundant}`, ["AML5007 2:7"]],
    [
      "a remark on suppressions",
      "<!-- aml-ignore AML1033: why --><!-- aml-ignore AML1010 -->\n<agent>",
      ["AML1031 1:17", "AML1033 1:33"],
    ],
  ])("%s", (_, text, expected) => {
    expect(reported(text)).toEqual(expected);
  });

  test("another file's warnings", () => {
    const suppressing = { file: "a.md", text: "<!-- aml-ignore AML5007: why -->\n" };
    const codes = checkDocuments([suppressing, { file: "b.md", text: `\n${redundant}` }]).diagnostics.map(
      ({ file, code }) => `${file} ${code}`,
    );
    expect(codes).toEqual(["a.md AML1031", "b.md AML5007"]);
  });
});

describe("what is wrong with a suppression is a warning at its place", () => {
  test.each([
    ["no reason: the warning is still taken back", `<!-- aml-ignore AML5007 -->\n${redundant}`, ["AML1033 1:1"]],
    ["an empty reason", `<!-- aml-ignore AML5007:  -->\n${redundant}`, ["AML1033 1:1"]],
    ["no code", `<!-- aml-ignore: why -->\n${redundant}`, ["AML1034 1:1", "AML5007 2:7"]],
    ["neither", "<!-- aml-ignore -->", ["AML1033 1:1", "AML1034 1:1"]],
    ["an unknown code among known ones", `<!-- aml-ignore AML5007, AML9999: why -->\n${redundant}`, ["AML1032 1:26"]],
    [
      "suppressing an error twice, said once for each code",
      `<!-- aml-ignore AML2007: why -->\n${conflicting}${conflicting}`,
      ["AML1030 1:17", "AML2007 2:20", "AML2007 2:68"],
    ],
  ])("%s", (_, text, expected) => {
    expect(reported(text)).toEqual(expected);
  });

  test("a code's name is answered with its code", () => {
    const { diagnostics } = checkDocuments([{ file: "a.md", text: "<!-- aml-ignore redundant-tool-name: why -->" }]);
    expect(diagnostics.map(({ help }) => help)).toEqual(["did you mean `AML5007`?"]);
  });

  test("a code that only a run reports is not called unused", () => {
    expect(reported("<!-- aml-ignore AML6003: nothing is to be sent -->")).toEqual([]);
  });
});

describe("checking without resolving", () => {
  const text = '<!-- aml-ignore AML5007: why -->\n<skill name="nobody"/><tool name="grep" allow="grep" deny="x"/>';

  test("stops after registration, and calls no suppression of a later phase unused", () => {
    const { diagnostics, resolutions, registry } = checkDocuments([{ file: "a.md", text }], { resolve: false });
    expect(diagnostics.map(({ code }) => code)).toEqual(["AML2007"]);
    expect(resolutions.size).toBe(0);
    expect(registry.packages.map(({ name }) => name)).toEqual(["a", "dde"]);
  });

  test("still reads diagrams that are files of their own", () => {
    const { diagnostics } = checkDocuments([{ file: "a.mmd", text: "flowchart LR\n A --> A" }], { resolve: false });
    expect(diagnostics.map(({ code }) => code)).toEqual(["AML7001"]);
  });
});

test("what was found before is sorted and suppressed with the rest", () => {
  const text = `<!-- aml-ignore AML5007: why -->\n${redundant}`;
  const found = checkDocuments([{ file: "a.md", text: `\n${redundant}` }]).diagnostics;
  expect(checkDocuments([{ file: "a.md", text }], { found }).diagnostics).toEqual([]);
});

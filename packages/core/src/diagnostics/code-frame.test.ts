import { expect, test } from "vitest";
import { verifies } from "../testing/verifies.ts";
import { sourceFile } from "../text/source-file.ts";
import { codeFrame } from "./code-frame.ts";
import { diagnostic } from "./diagnostic.ts";

const text = 'one\n  <tool allow="grep" deny="bash">\n';
const source = sourceFile({ file: "prompt.md", text });

test("a frame shows the code, the place, the line with a marker, notes and help", () => {
  verifies("diagnostic.frame");
  const found = diagnostic("AML0000", "error", "not both", {
    at: { source, start: 6, end: 11 },
    related: [{ at: { source, start: 12, end: 17 }, message: "allowed here" }],
    help: "nest two tags",
  });
  expect(codeFrame(found, text)).toBe(
    [
      "error[AML0000]: not both",
      " --> prompt.md:2:3",
      "  |",
      '2 |   <tool allow="grep" deny="bash">',
      "  |   ^^^^^",
      "  = note: allowed here (prompt.md:2:9)",
      "  = help: nest two tags",
    ].join("\n"),
  );
});

test("a line of a megabyte is cut around the marker, and control characters are not shown", () => {
  const long = `${"x".repeat(500_000)}\u001b[31m!${"y".repeat(500_000)}`;
  const place = { source: sourceFile({ file: "f", text: long }), start: 500_005, end: 500_006 };
  const lines = codeFrame(diagnostic("AML0000", "warning", "here", { at: place }), long).split("\n");
  expect(lines.every((line) => line.length < 140 && !line.includes("\u001b"))).toBe(true);
  expect(lines[4]?.indexOf("^")).toBe(lines[3]?.indexOf("!"));
});

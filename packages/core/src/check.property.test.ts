import fc from "fast-check";
import { expect, test } from "vitest";
import { effectiveTools } from "./5-authorise/effective-tools.ts";
import { toolLists } from "./5-authorise/tool-set.ts";
import { check } from "./check.ts";

const name = fc.constantFrom(
  "a",
  "b",
  "dde",
  "dde/step",
  "A.b",
  "a b",
  "",
  "constructor",
  "__proto__",
  "a/b",
  "x".repeat(130),
);
const tool = fc.constantFrom("bash", "view", "Bash", "mcp/s/*", "mcp/s/t", "bsah", "", "*", "view,edit");
const attribute = fc.oneof(
  fc
    .tuple(fc.constantFrom("interface", "impl", "name", "ref", "extends", "implements", "default", "mode", "run"), name)
    .map(([key, value]) => `${key}="${value}"`),
  fc.tuple(fc.constantFrom("allow", "deny", "name", "use"), tool).map(([key, value]) => `${key}="${value}"`),
  fc.constantFrom(
    'define="interface"',
    'define="implementation"',
    'define="contract"',
    'define="x"',
    'type="enum"',
    'type="contract:a"',
    'type="tool"',
    'values="x|y"',
    'values="|"',
    "required",
    'required="no"',
    'on-failure="skip"',
    'retries="99"',
    'timeout="1h30m"',
    'language="go"',
    'priority="1"',
  ),
);
const tag = fc.constantFrom("skill", "tool", "session", "agent", "param", "returns", "reads", "node", "field", "step");
const piece = fc.oneof(
  fc
    .tuple(tag, fc.array(attribute, { maxLength: 4 }))
    .map(([key, attributes]) => `<${[key, ...attributes].join(" ")}>`),
  fc
    .tuple(tag, fc.array(attribute, { maxLength: 4 }))
    .map(([key, attributes]) => `<${[key, ...attributes].join(" ")}/>`),
  tag.map((key) => `</${key}>`),
  fc.constantFrom("text", "\n", "```\n", "<!-- ", " -->", "&lt;", "<"),
);
const text = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(""));

test("any text can be checked, to run or not, and every diagnostic points into it", () => {
  fc.assert(
    fc.property(text, fc.constantFrom("check" as const, "run" as const), (source, purpose) => {
      const { documents, diagnostics } = check([{ file: "a.md", text: source }], { purpose });
      for (const { start, end, related, fixes } of diagnostics) {
        const places = [{ start, end }, ...related].map((place) => [place.start.offset, place.end.offset]);
        const edits = fixes.flatMap((fix) => fix.edits.map((edit) => [edit.start, edit.end]));
        for (const [from = -1, to = -1] of [...places, ...edits]) {
          expect(0 <= from && from <= to && to <= source.length).toBe(true);
        }
      }
      for (const document of documents) {
        for (const element of document.elements) expect(toolLists(effectiveTools(document, element))).toBeDefined();
      }
    }),
    { numRuns: 1500 },
  );
});

test("to run reports what to check does, as severe or more so", () => {
  fc.assert(
    fc.property(text, (source) => {
      const toCheck = check([source]).diagnostics;
      const toRun = check([source], { purpose: "run" }).diagnostics;
      expect(toRun.map(({ code }) => code)).toEqual(toCheck.map(({ code }) => code));
      const milder = toRun.filter(
        ({ severity }, index) => severity !== "error" && toCheck[index]?.severity === "error",
      );
      expect(milder).toEqual([]);
    }),
  );
});

test("checking several files reports what checking each alone does", () => {
  fc.assert(
    fc.property(text, text, (one, other) => {
      const sources = [
        { file: "one.md", text: one },
        { file: "other.md", text: other },
      ];
      const alone = sources.flatMap((source) => check([source]).diagnostics);
      expect(check(sources).diagnostics).toEqual(alone);
    }),
  );
});

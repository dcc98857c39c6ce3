import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sourceFile } from "../../text/source-file.ts";
import { nameOf, sqlTokens } from "./tokens.ts";

const tokens = (script: string) => sqlTokens(sourceFile(script));
const kinds = (script: string) => tokens(script).map(({ kind, text }) => `${kind} ${text}`);

describe("SQL is read as SQLite reads it", () => {
  test.each([
    [
      "words and punctuation",
      "SELECT a.b, (c)",
      ["word SELECT", "word a", "other .", "word b", "other ,", "open (", "word c", "close )"],
    ],
    ["a string, with its quote doubled", "'it''s; --'", ["string 'it''s; --'"]],
    ["names in quotes", '"a"";" `b``;` [c;"]', ['quoted "a"";"', "quoted `b``;`", 'quoted [c;"]']],
    ["a bracket ends at the first one", "[a]]", ["quoted [a]", "other ]"]],
    ["comments, up to the end of the line only", "a -- ' ; \rb\nc", ["word a", "word c"]],
    ["comments over lines", "a /* ' ; \n */ b", ["word a", "word b"]],
    ["a comment that is not closed goes on to the end", "a /* ; b", ["word a"]],
    ["a comment is not closed by the star that opened it", "/*/ a */ b", ["word b"]],
    ["a comment's end in a string", "'*/' /* '*/ a", ["string '*/'", "word a"]],
    [
      "variables of every kind",
      ":a @b $c ?1 ?",
      ["variable :a", "variable @b", "variable $c", "variable ?1", "variable ?"],
    ],
    ["numbers", "1.5e3 0x1F 1;2", ["other 1.5e3", "other 0x1F", "other 1", "semicolon ;", "other 2"]],
    ["a reference", '{steps["a.b"].output};', ['reference {steps["a.b"].output}', "semicolon ;"]],
    ["no reference in a string", "'{a}'", ["string '{a}'"]],
    ["white space of other languages belongs to a name", "a\u00a0b\u2028c", ["word a\u00a0b\u2028c"]],
    ["a byte order mark is white space where a token may begin", "\ufeffATTACH", ["word ATTACH"]],
    ["a byte order mark inside a name belongs to it", "a\ufeffb", ["word a\ufeffb"]],
    ["a blob", "x'00'", ["word x", "string '00'"]],
  ])("%s", (_, script, expected) => {
    expect(kinds(script)).toEqual(expected);
  });

  test.each([
    ["a string", "a\n'b", "line 2: ' is never closed"],
    ["a name", 'a "b""', 'line 1: " is never closed'],
    ["a bracket", "[a", "line 1: [ is never closed"],
    [
      "a script with a NUL, where SQLite would stop reading,",
      "a;\n\0ATTACH",
      "line 2: the script holds a NUL character",
    ],
  ])("%s is refused when it is not whole", (_, script, message) => {
    expect(() => tokens(script)).toThrow(message);
  });

  test("a name is compared without its quotes and in one case", () => {
    expect(tokens('Load "LO""AD" `x``` [Y]').map(nameOf)).toEqual(["load", 'lo"ad', "x`", "y"]);
  });

  test("whatever the script, it ends, and its tokens are in order and not empty", () => {
    const piece = fc.constantFrom(
      "'",
      '"',
      "`",
      "[",
      "]",
      "--",
      "/*",
      "*/",
      "\n",
      ";",
      "{",
      "}",
      ":",
      "$",
      "?",
      "a",
      "1",
      " ",
      "\ufeff",
      "é",
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const script = pieces.join("");
        let end = 0;
        let found: ReturnType<typeof tokens>;
        try {
          found = tokens(script);
        } catch (error) {
          expect(String(error)).toContain("is never closed");
          return;
        }
        for (const token of found) {
          expect(token.start).toBeGreaterThanOrEqual(end);
          expect(token.end).toBeGreaterThan(token.start);
          expect(script.slice(token.start, token.end)).toBe(token.text);
          end = token.end;
        }
      }),
    );
  });
});

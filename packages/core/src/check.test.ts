import { describe, expect, test } from "vitest";
import { check } from "./check.ts";
import { verifies } from "./testing/verifies.ts";

const review =
  '<skill define="interface" name="review"/><skill define="implementation" name="lint" implements="review"/>';

function codes(text: string): string[] {
  return check([{ file: "a.md", text }]).diagnostics.map(({ code }) => code);
}

describe("a slip of a known name is named", () => {
  verifies("lexical.attribute.unknown-warned");
  test.each([
    ['<skill interface="reveiw"/>', "did you mean `review`?"],
    ['<skill impl="lnt"/>', "did you mean `lint`?"],
    ['<skill name="reviews"/>', "did you mean `review`?"],
    ['<skill ref="ded"/>', "did you mean `dde`?"],
    ['<skill impl="lint" langauge="go"/>', "did you mean `language`?"],
    ['<skill define="interface" name="b" extends="reviw"/>', "did you mean `review`?"],
    ['<skill define="implementation" name="b" implements="reviw"/>', "did you mean `review`?"],
    [
      '<skill define="contract" name="ticket"/><skill define="interface" name="b"><returns name="t" type="contract:tikcet"/></skill>',
      "did you mean `ticket`?",
    ],
    ['<tool deny="bsah">x</tool>', "did you mean `bash`?"],
    ['<skill define="interfaces" name="b"/>', 'did you mean "interface"?'],
  ])("%s", (text, help) => {
    expect(check([review + text]).diagnostics.map((found) => found.help)).toEqual([help]);
  });
});

describe("errors in one place hide nothing in another", () => {
  test("every phase reports on a document that the first one found errors in", () => {
    const text = `<skill interface="review" interface="other"/>
      <skill retries="x" name="nobody"/>
      <skill define="interface" name="a" extends="missing"/>
      <tool deny="bsah">x</tool>`;
    expect(codes(text)).toEqual(["AML1008", "AML2005", "AML4007", "AML3005", "AML5001"]);
  });

  test("a misplaced definition is registered, so that its uses are not errors as well", () => {
    expect(
      codes(
        '<session><skill define="interface" name="q"/><skill define="implementation" name="qi" implements="q"/></session><skill interface="q"/>',
      ),
    ).toEqual(["AML2009", "AML2009"]);
  });
});

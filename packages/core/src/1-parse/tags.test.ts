import { describe, expect, test } from "vitest";
import { attribute, type Document } from "../ast/nodes.ts";
import { foundIn, outlineOf } from "../testing/outline.ts";
import { verifies } from "../testing/verifies.ts";
import { parse } from "./parse.ts";

function read(text: string): { outline: string; found: string[] } {
  const { document, diagnostics } = parse(text);
  return { outline: outlineOf(document), found: foundIn(text, diagnostics) };
}

function valueIn(document: Document, name: string): string | undefined {
  const [element] = document.elements;
  return element === undefined ? undefined : attribute(element, name);
}

describe("a tag starts where a name ends as a name must", () => {
  verifies("lexical.tag.name-end", "lexical.tag.case", "lexical.other-markup");
  test.each([
    ["before a space", '<tool name="a"/>', "tool"],
    ["before a line break", '<tool\nname="a"/>', "tool"],
    ["before a tab", '<tool\tname="a"/>', "tool"],
    ["before a slash", "<session/>", "session"],
    ["not before a letter", '<tools name="a"/>', "text"],
    ["not before a colon", '<tool:x name="a"/>', "text"],
    ["not before an at sign", '<skill@x interface="a"/>', "text"],
    ["not before a quote", `<skill's interface="a"/>`, "text"],
    ["not before a hyphen", '<tool-call name="a"/>', "text"],
    ["not in capitals", '<Skill interface="a"/> <TOOL name="b"/>', "text"],
    ["not after a space", '< tool name="a"/>', "text"],
    ["not as part of a longer word", '<atool name="a"/>', "text"],
    ["where apostrophes stand around it", `it's <tool name="b">can't</tool> don't`, "text tool[text] text"],
    ["in what other languages do not read", '<![CDATA[ <tool name="a"/> ]]>', "text tool text"],
    ["not in a comparison, a type or a processing instruction", "a < b, Map<K, V>, <?xml?>, <![CDATA[ ]]>", "text"],
  ])("%s", (_, text, outline) => {
    expect(read(text)).toEqual({ outline, found: [] });
  });
});

describe("a close tag", () => {
  verifies("lexical.close-tags.white-space");
  test.each([
    ["may hold white space before its end", "<tool name='a'>x</tool \n >", "tool[text]"],
    ["holds nothing else", "<tool name='a'>x</tool y></tool>", "tool[text]"],
    ["has its name right behind the slash", "<tool name='a'>x</ tool></tool>", "tool[text]"],
  ])("%s", (_, text, outline) => {
    expect(read(text)).toEqual({ outline, found: [] });
  });
});

describe("every element may be self-closing", () => {
  verifies("lexical.self-closing");
  test.each([
    ["<skill interface='a'/>", "invocation"],
    ["<skill define='contract' name='c'><field name='f'/></skill>", "contract[field]"],
    ["<skill define='interface' name='i'><param name='p' /></skill>", "interface[param]"],
    ["<tool name='a'\n/>", "tool"],
    ["<agent name='a'/>", "agent"],
    ["<session />", "session"],
    [
      "<skill define='interface' name='i'><returns name='r'/><reads patterns='a'/><writes patterns='b'/><skill ref='c'/></skill>",
      "interface[returns reads writes reference]",
    ],
    [
      "<skill define='implementation' name='m' implements='i'><node name='n'/><node name='o'><tool use='u'/></node></skill>",
      "implementation[node node[use]]",
    ],
    ["<skill impl='dde'><step node='n'/><param name='p'/></skill>", "invocation[step param]"],
  ])("%s", (text, outline) => {
    expect(read(text)).toEqual({ outline, found: [] });
  });

  test("a slash in a value closes nothing", () => {
    expect(read("<tool name='a/'>x</tool>").outline).toBe("tool[text]");
  });
});

describe("values", () => {
  verifies(
    "lexical.attribute.quotes",
    "lexical.attribute.equals",
    "lexical.attribute.trimmed",
    "lexical.attribute.delimiters",
    "lexical.entities.attributes",
    "lexical.entities.once",
    "lexical.entities.others",
    "lexical.encoding.unicode",
  );
  test.each([
    ["in double quotes", '<tool name="a"/>', "a"],
    ["in single quotes", "<tool name='a'/>", "a"],
    ["with white space around the sign", "<tool name \n = \t 'a'/>", "a"],
    ["are trimmed", "<tool name='  a b\n '/>", "a b"],
    ["may be empty", "<tool name=''/>", ""],
    ["may hold the other quote", `<tool name='"'/>`, '"'],
    ["may hold tags, and what ends tags", '<tool name="a > b /> <skill> </tool>"/>', "a > b /> <skill> </tool>"],
    ["may hold the root tag", '<tool name="<aml>"/>', "<aml>"],
    ["may hold line breaks", '<tool name="a\nb"/>', "a\nb"],
    ["have their entities decoded, once", '<tool name="&lt;&gt;&amp;&quot;&apos; &amp;lt;"/>', "<>&\"' &lt;"],
    ["keep other entities as they are", '<tool name="&nbsp;&#65;&LT;&lt"/>', "&nbsp;&#65;&LT;&lt"],
    ["may hold any character", '<tool name="\u0000é😀\uD83D"/>', "\u0000é😀\uD83D"],
  ])("%s", (_, text, value) => {
    const { document, diagnostics } = parse(text);
    expect(valueIn(document, "name")).toBe(value);
    expect(diagnostics).toEqual([]);
  });

  test("know where they stand, quotes apart", () => {
    const text = '<tool name = " a "/>';
    const [element] = parse(text).document.elements;
    expect(element?.attributes).toEqual([
      { name: "name", value: "a", start: 6, end: 18, valueStart: 14, valueEnd: 17 },
    ]);
  });

  test("`required` may stand without one", () => {
    verifies("lexical.attribute.bare-required");
    const text = '<skill define="interface" name="i"><param name="p" required/></skill>';
    const { document, diagnostics } = parse(text);
    expect(document.elements[1]?.attributes[1]).toEqual({
      name: "required",
      value: null,
      start: 51,
      end: 59,
      valueStart: 59,
      valueEnd: 59,
    });
    expect(diagnostics).toEqual([]);
  });

  test("attributes that touch both count", () => {
    verifies("lexical.attribute.white-space");
    const text = "<tool name='a'deny='b'/>";
    const { document, diagnostics } = parse(text);
    expect([valueIn(document, "name"), valueIn(document, "deny")]).toEqual(["a", "b"]);
    expect(diagnostics.map(({ code, severity }) => [code, severity])).toEqual([["AML1009", "warning"]]);
  });

  test("elements, values and diagnostics are found again by offsets in UTF-16 code units", () => {
    verifies("lexical.position.offsets");
    const text = "é😀<tool name='😀' deny=b/>";
    const { document, diagnostics } = parse(text);
    const [element] = document.elements;
    expect([element?.start, element?.end]).toEqual([3, 27]);
    expect(element?.attributes.map(({ valueStart, valueEnd }) => [valueStart, valueEnd])).toEqual([
      [15, 17],
      [24, 25],
    ]);
    expect(diagnostics.map(({ start, end }) => [start.offset, end.offset])).toEqual([[19, 25]]);
  });

  test("unknown attributes are kept", () => {
    verifies("lexical.attribute.unknown-kept");
    expect(valueIn(parse('<tool name="a" colour="red"/>').document, "colour")).toBe("red");
  });
});

describe("what is wrong in a tag is said where it is, and the tag is still one", () => {
  verifies("lexical.attribute.unquoted", "lexical.attribute.bare-other", "lexical.attribute.repeated");
  test.each([
    ["an unquoted value", "<tool name=a>x</tool>", ["AML1005 name=a"]],
    ["an unquoted value in a self-closing tag", "<tool name=a/>", ["AML1005 name=a"]],
    ["a value in curved quotes", "<tool name=“a b”>x</tool>", ["AML1005 name=“a b”"]],
    ["a curved quote without its like", "<tool name=“a>x</tool>", ["AML1005 name=“a"]],
    ["a value that is missing", "<tool deny='a' name=>x</tool>", ["AML1007 name="]],
    ["a value that is missing before another", "<tool name= deny='a'>x</tool>", ["AML1007 name="]],
    ["a bare name", "<tool name='a' deny>x</tool>", ["AML1007 deny"]],
    ["several bare names", "<tool name='a' and more>x</tool>", ["AML1007 and", "AML1007 more"]],
    ["a repeated attribute", "<tool name='a' name='b'>x</tool>", ["AML1008 name='b'"]],
    ["an attribute there three times", "<tool name='a' name='b' name=''/>", ["AML1008 name='b'", "AML1008 name=''"]],
    ["missing white space", "<tool name='a'deny='b'>x</tool>", ["AML1009 deny='b'"]],
    ["a lone slash", "<tool name='a' / deny='b'>x</tool>", ["AML1006 /"]],
    ["a slash before an attribute", "<tool /name='a'>x</tool>", ["AML1006 /"]],
    ["a lone sign", "<tool name='a' = deny='b'>x</tool>", ["AML1006 ="]],
    ["a lone quote", "<tool name='a'' deny='b'>x</tool>", ["AML1006 '"]],
    ["two things at once", "<tool name='a'deny=b>x</tool>", ["AML1005 deny=b", "AML1009 deny=b"]],
  ])("%s", (_, text, found) => {
    const { document, diagnostics } = parse(text);
    expect(foundIn(text, diagnostics)).toEqual(found);
    expect(document.elements.map(({ kind }) => kind)).toEqual(["tool"]);
  });

  test("an error makes the element malformed, a warning does not", () => {
    expect(read("<tool name='a'deny='b'/>").outline).toBe("tool");
    expect(read("<tool name='a' deny/>").outline).toBe("tool!");
  });

  test("a repeated attribute points at the first one too", () => {
    const [{ related } = { related: [] }] = parse("<tool name='a' name='b'/>").diagnostics;
    expect(related.map(({ start, end }) => [start.offset, end.offset])).toEqual([[6, 14]]);
  });

  test("more attributes than anybody writes are still compared by name", () => {
    const many = Array.from({ length: 40 }, (_, index) => `a${index}='x'`).join(" ");
    const text = `<tool name='a' ${many} a3='y' name='b' a39='z'/>`;
    expect(foundIn(text, parse(text).diagnostics)).toEqual(["AML1008 a3='y'", "AML1008 name='b'", "AML1008 a39='z'"]);
  });
});

describe("a closing quote that is missing is said at its attribute, and the tag ends where it seems to", () => {
  verifies("lexical.attribute.unterminated");
  test.each([
    ["before the end of the tag", '<tool name="a>x</tool>', 'AML1004 name="a', "tool![text]"],
    ["in a self-closing tag", '<tool name="a/> b', 'AML1004 name="a', "tool! text"],
    ["with quotes in the text behind", '<tool name="a>x</tool> he said "b" c', 'AML1004 name="a', "tool![text] text"],
    ["with a tag behind", '<tool name="a>x</tool> <tool name="b"/>', 'AML1004 name="a', "tool![text] text tool"],
    ["before another attribute", `<tool name="a deny="b">x</tool>`, 'AML1004 name="a', "tool![text]"],
    ["before an attribute on the next line", '<tool name="a\n  deny="b">x</tool>', 'AML1004 name="a', "tool![text]"],
    ["with a single quote", "<tool name='a>it's</tool>", "AML1004 name='a", "tool![text]"],
    ["after an attribute that has both", '<tool deny="b" name="a>x</tool>', 'AML1004 name="a', "tool![text]"],
    ["with an inch in the text behind", '<tool name="a>x</tool> 5" b <i>c</i>', 'AML1004 name="a', "tool![text] text"],
    ["at the end of the text", '<tool name="a', 'AML1004 name="a', "tool!"],
  ])("%s", (_, text, found, outline) => {
    const result = read(text);
    expect(result.found.filter((each) => !each.startsWith("AML1001"))).toEqual([found]);
    expect(result.outline).toBe(outline);
  });

  test("a value may hold `>` when the tag is one to its end, whatever else is wrong with it", () => {
    expect(read('<skill interface="a > b" foo>x</skill>').found).toEqual(["AML1007 foo"]);
  });
});

describe("a tag that has no `>`", () => {
  test.each([
    ["ends before the next tag", "<tool name='a'\nx <skill interface='b'/></tool>", "tool![text invocation]"],
    ["ends before its own close tag", "<tool name='a' x</tool>", "tool![text]"],
    ["ends with the text", "x <tool name='a'", "text tool!"],
  ])("%s", (_, text, outline) => {
    const result = read(text);
    expect(result.outline).toBe(outline);
    expect(result.found.filter((each) => !each.startsWith("AML1001"))).toEqual(["AML1003 <tool name='a'"]);
  });
});

describe("fixes", () => {
  function fixed(text: string): string {
    const edits = parse(text).diagnostics.flatMap(({ fixes }) => fixes.flatMap((fix) => fix.edits));
    return edits
      .sort((a, b) => b.start - a.start)
      .reduce((done, { start, end, text: inserted }) => done.slice(0, start) + inserted + done.slice(end), text);
  }

  test.each([
    ["white space is put between attributes", "<tool name='a'deny='b'/>", "<tool name='a' deny='b'/>"],
    ["an unquoted value is quoted", "<tool allow=a,b/>", '<tool allow="a,b"/>'],
    ["a value that holds a quote gets the other one", `<tool allow=a"b/>`, `<tool allow='a"b'/>`],
    ["a quote that is missing is put where the tag seems to end", '<tool name="a>x</tool>', '<tool name="a">x</tool>'],
    ["curved quotes are made straight", "<tool allow=“a b”/>", '<tool allow="a b"/>'],
  ])("%s", (_, text, result) => {
    expect(fixed(text)).toBe(result);
    expect(parse(result).diagnostics).toEqual([]);
  });

  test("a value that holds both quotes has none", () => {
    expect(parse(`<tool allow=a"b'c/>`).diagnostics.map(({ fixes }) => fixes)).toEqual([[]]);
  });
});

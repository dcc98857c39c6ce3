import fc from "fast-check";
import { expect, test } from "vitest";
import { parse } from "../1-parse/parse.ts";
import { isElement, type Node } from "../ast/nodes.ts";
import { format } from "./format.ts";

/** What a reader of the tree can tell: everything but the order of attributes, the way tags are written, and white space before tags. */
function meaningOf(text: string): unknown {
  const { document, diagnostics } = parse(text);
  const place = (node: Node) => [node.kind, node.parent?.index ?? -1, isElement(node) ? node.index : written(node)];
  const written = ({ start, end }: Node) => text.slice(start, end).replace(/(?<=\n)[ \t]+$/, "");
  return {
    version: document.version,
    errors: diagnostics.flatMap(({ severity, code }) => (severity === "error" ? [code] : [])),
    nodes: [...document.children, ...document.elements.flatMap(({ children }) => children)].map(place),
    elements: document.elements.map(({ tag, malformed, attributes }) => ({
      tag,
      malformed,
      attributes: attributes.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map(({ name, value }) => [name, value]),
    })),
  };
}

const pieces = [
  ..."<>/=\"'`~-|#& \t",
  "\n",
  "\n",
  "\r\n",
  "\n  ",
  "\n\n",
  "```",
  "```xml",
  "~~~",
  "<!--",
  "-->",
  "---\n",
  "\uFEFF",
  "é👍",
  "words",
  "</skill>",
  "</skill >",
  "</field\n>",
  "</tool>",
  "</session>",
  "</param>",
  "</node>",
  "</aml>",
  "<aml version='0.3' >",
  "<session>",
  "<session  />",
  "<skill name='a' >",
  "<skill\n  language='go'\n  interface=\"a\">",
  "<skill define='contract' name='c' >",
  "<skill define='interface' name='i' >",
  "<skill implements='i' name='m' define='implementation' >",
  "<field  name='a' />",
  "<field  name='a' type='object'>",
  "<param  type='string' name='a'>",
  '<param name="it\'s" />',
  "<node type='tool' name='n' >",
  "<tool use='a' ></tool >",
  "<tool name='a' deny=\"`\" >",
  '<tool deny=\'"\' name="`" >',
  "<tool\n\n|='x' name='y' >",
  "<tool\n~~~='x'\ndeny=''>",
  "<tool deny='",
  '<tool deny="',
  "<skill ref='r' >",
  "<step node='s' >",
  "</step>",
  "<tool>",
  "required",
  "name='b'",
];

const hostileText = fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map((parts) => parts.join(""));

test("formatting keeps the meaning of any text, and formatting again changes nothing", () => {
  fc.assert(
    fc.property(hostileText, (text) => {
      const formatted = format(text);
      expect(meaningOf(formatted)).toEqual(meaningOf(text));
      expect(format(formatted)).toBe(formatted);
    }),
    { numRuns: 3000 },
  );
});

/** A text written carelessly and as it is to be. */
interface Pair {
  readonly careless: string;
  readonly neat: string;
}

const space = fc.constantFrom(" ", "  ", "\t", " \t ");
const maybeSpace = fc.constantFrom("", " ", "\t");
const value = fc.stringMatching(/^[a-z<>&;.*` é-]{0,8}$/);

function attribute(name: string): fc.Arbitrary<Pair> {
  return fc
    .record({ value, quote: fc.constantFrom("'", '"'), before: maybeSpace, after: maybeSpace })
    .map(({ value, quote, before, after }) => ({
      careless: `${name}${before}=${after}${quote}${value}${quote}`,
      neat: `${name}="${value}"`,
    }));
}

const toolAttributes = fc
  .tuple(attribute("name"), attribute("deny"), attribute("own"))
  .chain((neat) => fc.shuffledSubarray(neat, { minLength: 3 }).map((careless) => ({ careless, neat })))
  .chain(({ careless, neat }) =>
    fc.array(space, { minLength: 3, maxLength: 3 }).map((spaces) => ({
      careless: careless.map((each, index) => `${spaces[index]}${each.careless}`).join(""),
      neat: neat.map((each) => ` ${each.neat}`).join(""),
    })),
  );

const { document: carelessDocument } = fc.letrec<{ document: Pair; tool: Pair; text: Pair }>((tie) => ({
  text: fc.constantFrom("words", "\n", "\r\n  ", "a < b", "`<tool  x>`", "&lt;", "  ").map((each) => ({
    careless: each,
    neat: each,
  })),
  tool: fc
    .record({ attributes: toolAttributes, body: fc.option(tie("document")), end: maybeSpace })
    .map(({ attributes, body, end }) =>
      body === null
        ? { careless: `<tool${attributes.careless}${end}/>`, neat: `<tool${attributes.neat} />` }
        : {
            careless: `<tool${attributes.careless}${end}>${body.careless}</tool${end}>`,
            neat: `<tool${attributes.neat}>${body.neat}</tool>`,
          },
    ),
  document: fc
    .array(fc.oneof({ depthSize: "small" }, tie("text"), tie("tool")), { maxLength: 4 })
    .map((pairs) => ({ careless: pairs.map((p) => p.careless).join(""), neat: pairs.map((p) => p.neat).join("") })),
}));

test("a sound document is always formatted, however carelessly it was written", () => {
  fc.assert(
    fc.property(carelessDocument, ({ careless, neat }) => {
      expect(format(careless)).toBe(neat);
    }),
    { numRuns: 1000 },
  );
});

const indent = fc.constantFrom("", " ", "  ", "    ", "\t", "      ");
const definitionLine = fc
  .tuple(indent, fc.constantFrom('<field name="a">', '<field name="b" />', "</field>", "Words.", "", "<!-- c -->"))
  .map((parts) => parts.join(""));

test("only the indentation of lines with tags changes, never a line's words or the number of lines", () => {
  fc.assert(
    fc.property(fc.array(definitionLine, { maxLength: 14 }), (lines) => {
      const text = ['<skill define="contract" name="c">', ...lines, "</skill>"].join("\n");
      const before = text.split("\n");
      const after = format(text).split("\n");
      expect(after.map((line) => line.trim())).toEqual(before.map((line) => line.trim()));
      expect(after.filter((line) => !line.includes("field"))).toEqual(before.filter((line) => !line.includes("field")));
      expect(format(after.join("\n"))).toBe(after.join("\n"));
    }),
    { numRuns: 2000 },
  );
});

test("a hundred thousand nested tags are formatted", () => {
  const depth = 100_000;
  const text = `${"<session  >".repeat(depth)}x${"</session >".repeat(depth)}`;
  expect(format(text)).toBe(`${"<session>".repeat(depth)}x${"</session>".repeat(depth)}`);
});

const manyLines = 50_000;

test.each([
  ["nested fields, flat", '<field name="a">\n'.repeat(manyLines) + "</field>\n".repeat(manyLines)],
  [
    "one field far to the right of the others",
    `${" ".repeat(manyLines)}<field name="a" />\n${'<field name="b" />\n'.repeat(manyLines)}`,
  ],
])("a text does not grow out of all proportion: %s", (_, fields) => {
  const text = `<skill define="contract" name="c">\n${fields}</skill>`;
  expect(format(text)).toBe(text);
});

test("fields and words by the thousand on one line are formatted", () => {
  const text = (end: string) =>
    `<skill define="contract" name="c">\n${`<field name="a"${end}x`.repeat(manyLines)}</skill>`;
  expect(format(text("/>"))).toBe(text(" />"));
});

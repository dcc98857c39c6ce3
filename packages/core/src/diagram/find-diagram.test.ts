import { describe, expect, it } from "vitest";
import { parse } from "../1-parse/parse.ts";
import { pointed } from "../testing/diagram-reading.ts";
import { verifies } from "../testing/verifies.ts";
import {
  diagramOfImplementation,
  diagramOfMarkdown,
  diagramOfMermaidFile,
  diagramOfSkill,
  type FoundDiagram,
} from "./find-diagram.ts";
import { parseDiagram } from "./mermaid/parse-diagram.ts";
import { stepsOf } from "./steps-of.ts";

/** What is found and said of it, pointed at in the whole text. */
function readIn(found: FoundDiagram, text: string) {
  const parsed = found.diagram === null ? null : parseDiagram(found.diagram);
  return {
    nodes: parsed?.diagram?.nodes.map(({ id }) => id).join(" ") ?? null,
    said: [...found.diagnostics, ...(parsed?.diagnostics ?? [])].map((each) => pointed(each, text)),
  };
}

function inSkill(text: string) {
  const { document } = parse(text);
  const [skill] = document.elements;
  if (skill === undefined) throw new Error("no skill");
  return readIn(diagramOfSkill(document, skill), text);
}

function inImplementation(text: string) {
  const { document } = parse(text);
  const [implementation] = document.elements;
  if (implementation === undefined) throw new Error("no implementation");
  return readIn(diagramOfImplementation(document, implementation), text);
}

describe("the diagram of a skill's body", () => {
  it.each([
    ["bare", '<skill impl="dde-simple">\n  flowchart LR\n    A --> B\n</skill>'],
    ["bare on one line", '<skill impl="dde-simple">flowchart LR; A --> B</skill>'],
    ["in a fence", '<skill impl="dde-simple">\n```mermaid\nflowchart LR\n  A --> B\n```\n</skill>'],
    [
      "in an indented fence, with words beside it",
      '<skill impl="dde-simple">\n  See:\n  ~~~ mermaid\n  flowchart LR\n  A --> B\n  ~~~\n  Done.\n</skill>',
    ],
    ["in a block quote", '<skill impl="dde-simple">\n> ```mermaid\n> flowchart LR\n>  A --> B\n> ```\n</skill>'],
    [
      "between steps",
      '<skill impl="dde-simple">\n<step node="A">--> Z</step>\nflowchart LR\n<step node="B">C --> D</step>\n  A --> B\n</skill>',
    ],
    [
      "beside params and comments",
      '<skill impl="dde-simple"><param name="x">1</param><!-- graph TD -->\nflowchart LR\n  A <!-- not this --> --> B\n</skill>',
    ],
    ["with front matter", '<skill impl="dde-simple">\n---\ntitle: x\n---\nflowchart LR\n  A --> B\n</skill>'],
  ])("stands %s", (_, text) => {
    expect(inSkill(text)).toEqual({ nodes: "A B", said: [] });
  });

  it("is refused at its place in the file", () => {
    const text = 'Words.\n\n<skill impl="dde-simple">\n  <step node="A">x</step>\n  flowchart LR\n    A -> B\n</skill>';
    expect(inSkill(text).said).toEqual(['AML7004 at 6:7 "-> B"']);
  });

  it("is missing from an empty body", () => {
    expect(inSkill('<skill impl="dde-simple">\n\n</skill>').said).toEqual(['AML7002 at 3:1 ""']);
    expect(inSkill('<skill impl="dde-simple"/>').nodes).toBeNull();
  });

  it.each([
    '<agent name="x">y</agent>',
    '<skill impl="other">y</skill>',
    "<session>y</session>",
    '<tool allow="bash">y</tool>',
  ])("stands with nothing that would run: %s", (child) => {
    const { said } = inSkill(`<skill impl="dde-simple">\nflowchart LR\n  A --> B\n${child}\n</skill>`);
    expect(said).toEqual([expect.stringMatching(/^AML7031 at 4:1 /)]);
  });
});

describe("the diagram of an implementation", () => {
  verifies("implementation.diagram");
  const body = (inside: string) => `<skill define="implementation" name="x" implements="y">\n${inside}\n</skill>`;
  const fence = "```mermaid\nflowchart LR\n  A[Fetch] --> B\n```";

  it("is the one in its fence", () => {
    expect(inImplementation(body(`Words.\n${fence}\n<node name="A">x</node>`))).toEqual({ nodes: "A B", said: [] });
  });

  it("may stand in a reference that wraps it", () => {
    verifies("implementation.reference");
    expect(inImplementation(body(`<skill ref="dde" role="enforcement">\nWords.\n${fence}\n</skill>`))).toEqual({
      nodes: "A B",
      said: [],
    });
  });

  it("is not missed where there is none", () => {
    expect(inImplementation(body("flowchart LR, in words"))).toEqual({ nodes: null, said: [] });
  });

  it("cannot be two", () => {
    expect(inImplementation(body(`${fence}\n${fence}`)).said).toEqual(['AML7029 at 6:1 "```mermaid\\n"']);
  });

  it("is described by its nodes, which name ids or labels, and tools by elements", () => {
    const text = body(
      `${fence}\n<skill ref="dde"><node name="Fetch" type="tool"><tool use="bash"/>Run &lt;it&gt;.</node></skill><node name="B">y</node>`,
    );
    const { document } = parse(text);
    const [implementation] = document.elements;
    const steps = implementation === undefined ? [] : stepsOf(document, implementation);
    expect(
      steps.map(({ kind, node, brief, settings }) => [
        kind,
        node,
        brief,
        [...settings].map(([name, { value }]) => `${name}=${value}`),
      ]),
    ).toEqual([
      ["node", "Fetch", "Run <it>.", ["type=tool", "tools=bash"]],
      ["node", "B", "y", []],
    ]);
  });
});

describe("the diagram of a Markdown file", () => {
  const markdown = (text: string) => readIn(diagramOfMarkdown({ file: "x.md", text }), text);

  it("is its one mermaid fence", () => {
    expect(markdown("# Title\n\n```js\nx\n```\n\n- item\n\n  ```mermaid\n  flowchart LR\n  A --> B\n  ```\n")).toEqual({
      nodes: "A B",
      said: [],
    });
  });

  it("is refused at its line there", () => {
    expect(markdown("# Title\n\n```mermaid\nflowchart LR\n  A --- B\n```\n").said).toEqual(['AML7014 at 5:5 "---"']);
  });

  it("is not an example inside another fence", () => {
    expect(
      markdown("````md\n```mermaid\nflowchart LR\nA --> Z\n```\n````\n\n```mermaid\nflowchart LR\nA --> B\n```").nodes,
    ).toBe("A B");
  });

  it.each([
    ["none", "# Title", ['AML7002 at 1:1 ""']],
    ["two", "```mermaid\na\n```\n\n```mermaid\nb\n```", ['AML7029 at 5:1 "```mermaid\\n"']],
    ["one that is never closed", "```mermaid\nflowchart LR\nA --> B", ['AML7002 at 1:1 ""']],
  ])("cannot be %s", (_, text, said) => {
    expect(markdown(text)).toEqual({ nodes: null, said });
  });
});

describe("a .mmd file", () => {
  const file = (text: string) => readIn(diagramOfMermaidFile({ file: "x.mmd", text }), text);

  it.each([
    ["is a diagram", "flowchart LR\n A --> B"],
    ["may be fenced", "```mermaid\nflowchart LR\n A --> B\n```\n\n"],
    ["may be fenced without a language", "\n~~~\nflowchart LR\n A --> B\n~~~"],
  ])("%s", (_, text) => {
    expect(file(text)).toEqual({ nodes: "A B", said: [] });
  });

  it("holds nothing beside the fence", () => {
    expect(file("```mermaid\nflowchart LR\n A --> B\n```\nSome prose\n")).toEqual({
      nodes: null,
      said: ['AML7030 at 5:1 "Some prose"'],
    });
    expect(file("Some prose\n```mermaid\nflowchart LR\n A --> B\n```").said).toEqual(['AML7002 at 1:1 "S"']);
  });
});

import { describe, expect, test } from "vitest";
import { type CheckOptions, check } from "../check.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { verifies } from "../testing/verifies.ts";

interface Case {
  readonly text: string;
  /** Code, the text it points at, and after `<-` the texts that are related. */
  readonly reported: readonly string[];
  readonly options?: CheckOptions;
}

function reported({ text, options }: Pick<Case, "text" | "options">): string[] {
  const slice = ({ start, end }: Pick<Diagnostic, "start" | "end">) => text.slice(start.offset, end.offset);
  return check([text], options).diagnostics.map(({ code, related, ...at }) => {
    const causes = related.map((cause) => ` <- ${cause.message}: ${slice(cause)}`);
    return `${code} ${slice(at)}${causes.join("")}`;
  });
}

describe("a request that the tags around it do not grant", () => {
  test.each<Case>([
    {
      text: '<tool deny="sql,think"><tool allow="grep, think">x</tool></tool>',
      reported: ["AML5004 think <- denied here: think"],
    },
    {
      text: '<tool deny="sql"><session><agent name="a"><tool name="sql">x</tool></agent></session></tool>',
      reported: ["AML5004 sql <- denied here: sql"],
    },
    {
      text: '<tool deny="mcp/git/*"><tool allow="mcp/git/log">x</tool></tool>',
      reported: ["AML5004 mcp/git/log <- denied here: mcp/git/*"],
    },
    { text: '<tool name="sql" deny="sql">x</tool>', reported: ["AML5005 sql <- denied here: sql"] },
    {
      text: '<tool allow="grep,view"><tool deny="view"><tool allow="sql">x</tool></tool></tool>',
      reported: ['AML5006 sql <- only these are allowed here: allow="grep,view"'],
    },
    {
      text: '<tool name="grep"><tool name="view">x</tool></tool>',
      reported: ['AML5006 view <- only these are allowed here: name="grep"'],
    },
    { text: '<tool name="sql" allow="grep">x</tool>', reported: ['AML5007 name="sql"'] },
    { text: '<tool deny="sql">x</tool><tool allow="sql">y</tool>', reported: [] },
    { text: '<tool deny="sql"/><tool allow="sql">y</tool>', reported: [] },
    { text: '<tool allow="sql"><tool allow="sql">x</tool><tool allow="sql">y</tool></tool>', reported: [] },
  ])("$text", ({ text, reported: expected }) => {
    expect(reported({ text })).toEqual(expected);
  });

  test("a tag with both lists is an error and constrains nothing below it", () => {
    verifies("tool.conflict-constrains-nothing");
    const text = '<tool allow="grep" deny="view"><tool allow="view,sql">x</tool></tool>';
    expect(reported({ text })).toEqual(['AML2007 deny="view" <- `allow` is here: allow="grep"']);
  });

  test("a tag that was never closed is passed over", () => {
    const text = '<agent name="a"><tool deny="sql"></agent><tool name="sql">x</tool>';
    expect(check([text]).diagnostics.map(({ code }) => code)).toEqual(["AML1001"]);
  });
});

describe("a shell", () => {
  test.each<Case>([
    { text: '<tool deny="edit,write">x</tool>', reported: ['AML5008 deny="edit,write"'] },
    {
      text: '<tool allow="bash,edit"><tool deny="edit">x</tool></tool>',
      reported: ['AML5009 allow="bash,edit"', 'AML5008 deny="edit"'],
    },
    { text: '<tool name="bash">x</tool>', reported: ['AML5009 name="bash"'] },
    { text: '<tool name="bash"><tool allow="bash">x</tool></tool>', reported: ['AML5009 name="bash"'] },
    { text: '<tool allow="bash,view,edit,write,grep,glob">x</tool>', reported: [] },
    { text: '<tool deny="bash,edit">x</tool>', reported: [] },
    { text: '<tool deny="bash"><tool deny="edit">x</tool></tool>', reported: [] },
    { text: '<tool allow="grep">x</tool>', reported: [] },
  ])("$text", ({ text, reported: expected }) => {
    expect(reported({ text })).toEqual(expected);
  });
});

describe("the name of a tool", () => {
  verifies("tools.names.unknown-denied", "tools.names.unknown-allowed", "tools.names.foreign");
  const release = '<skill define="interface" name="r"/><skill define="implementation" name="i" implements="r"';
  test.each<Case>([
    { text: '<tool deny="sqll">x</tool>', reported: ["AML5001 sqll"] },
    { text: '<tool allow="sqll">x</tool>', reported: ["AML5002 sqll"] },
    { text: '<tool name="sql,think">x</tool>', reported: ["AML5002 sql,think"] },
    { text: '<tool deny="exec">x</tool>', reported: ["AML5001 exec"] },
    { text: '<tool deny="*">x</tool>', reported: ["AML5001 *"] },
    { text: '<tool deny="rename">x</tool>', reported: [], options: { tools: ["rename"] } },
    { text: '<tool deny="mcp/git/*,mcp/git/log">x</tool>', reported: [] },
    { text: '<tool allow="Grep">x</tool>', reported: ["AML5003 Grep"] },
    { text: '<tool allow="Grep">x</tool>', reported: [], options: { tools: ["Grep"] } },
    { text: `${release} run="bsah"/>`, reported: ["AML5002 bsah"] },
    { text: `${release} run="bash"/>`, reported: [] },
    { text: `${release}><node name="N" type="tool"><tool use="Read"/></node></skill>`, reported: ["AML5003 Read"] },
  ])("$text with $options", ({ text, options, reported: expected }) => {
    expect(reported({ text, ...(options && { options }) })).toEqual(expected);
  });

  test("is taken from elsewhere as the tool it stands for, in both directions", () => {
    expect(reported({ text: '<tool deny="WebFetch"><tool allow="web_fetch">x</tool></tool>' })).toEqual([
      "AML5003 WebFetch",
      "AML5004 web_fetch <- denied here: WebFetch",
    ]);
    expect(reported({ text: '<tool allow="grep,Grep"><tool name="Grep">x</tool></tool>' })).toEqual([
      "AML5003 Grep",
      "AML5003 Grep",
    ]);
  });

  test("is rewritten by its fix, wherever it stands in the list", () => {
    const text = '<tool allow="Grep, mcp__git__log,view">x</tool>';
    const edits = check([text]).diagnostics.flatMap(({ fixes }) => fixes.flatMap((fix) => fix.edits));
    const fixed = edits.reduceRight(
      (current, edit) => current.slice(0, edit.start) + edit.text + current.slice(edit.end),
      text,
    );
    expect(fixed).toBe('<tool allow="grep, mcp/git/log,view">x</tool>');
  });
});

describe("an interface's own constraint", () => {
  const review = `<skill define="interface" name="review"><tool allow="grep,view"/><tool deny="view"/></skill>
    <skill define="implementation" name="lint" implements="review"/>`;

  test("is around every invocation that resolves through it", () => {
    const text = `${review}<skill interface="review"><tool name="sql">x</tool></skill>`;
    expect(reported({ text })).toEqual(['AML5006 sql <- only these are allowed here: allow="grep,view"']);
  });

  test("is one with its other constraints: a shell that one of them leaves out undoes nothing", () => {
    expect(reported({ text: review })).toEqual([]);
    const open = '<skill define="interface" name="review"><tool deny="view"/><tool deny="grep"/></skill>';
    expect(reported({ text: open })).toEqual(['AML5008 deny="view"', 'AML5008 deny="grep"']);
  });

  test("is no request of the invocation: a tag around it may give less", () => {
    expect(reported({ text: `${review}<tool deny="bash,grep"><skill interface="review">x</skill></tool>` })).toEqual(
      [],
    );
  });

  test("is named where it stands, in the file of the interface", () => {
    const skill = { file: "skill.md", text: review, package: { name: "quality", layer: "project" as const } };
    const prompt = { file: "prompt.md", text: '<skill interface="review"><tool name="view">x</tool></skill>' };
    const { diagnostics } = check([skill, prompt]);
    expect(diagnostics.map(({ file, code, related }) => [file, code, related.map((cause) => cause.file)])).toEqual([
      ["prompt.md", "AML5004", ["skill.md"]],
    ]);
  });
});

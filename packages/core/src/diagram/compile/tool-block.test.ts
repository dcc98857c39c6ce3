import { describe, expect, it } from "vitest";
import { compiledSkill, skillWith, stepA } from "../../testing/skill-plan.ts";

describe("what a tool step runs is taken as written", () => {
  const fence = "```";
  it.each([
    ["a bash block", `${fence}bash\nnpm test\n\n  exit 1\n${fence}`, { tool: "bash", text: "npm test\n\n  exit 1\n" }],
    [
      "a sql block",
      `${fence}sql db=data/x.db\nselect :name;\n${fence}`,
      { tool: "sql", text: "select :name;\n", database: "data/x.db" },
    ],
    [
      "a sql block with a quoted path",
      `${fence}sql db="a b.db"\nselect 1;\n${fence}`,
      { tool: "sql", text: "select 1;\n", database: "a b.db" },
    ],
    [
      "a block among words",
      `Run this:\n\n  ${fence}bash\n  npm test\n    -w\n  ${fence}\n\nThen stop.`,
      { tool: "bash", text: "npm test\n  -w\n" },
    ],
    ["a block of tildes with a fence in it", `~~~bash\n${fence}\n~~~`, { tool: "bash", text: `${fence}\n` }],
  ])("%s", (_, body, block) => {
    expect(stepA(`<step node="A" type="tool">\n${body}\n</step>`).block).toEqual(block);
  });

  it("a json block is for the one tool of the step", () => {
    const step = `<step node="A" type="tool" tools="grep">\n${fence}json\n{ "pattern": "{name}" }\n${fence}\n</step>`;
    expect(stepA(step).block).toEqual({ tool: "grep", text: '{ "pattern": "{name}" }\n' });
  });

  it("`run` is a command, on the step or in the diagram, for tools, gates and loops", () => {
    expect(stepA('<step node="A" type="tool" run="npm test">x</step>').block).toEqual({
      tool: "bash",
      text: "npm test",
    });
    expect(stepA("", 'flowchart LR\n A@{ type: tool, run: "npm test" }').block).toEqual({
      tool: "bash",
      text: "npm test",
    });
    expect(stepA('<step node="A" type="loop" max_iter="2" run="make">x</step>').block?.text).toBe("make");
  });

  it.each([
    ["a prompt has none", `<step node="A">\n${fence}bash\nx\n${fence}\n</step>`, []],
    ["words alone are for an agent", '<step node="A" type="tool">Run it.</step>', []],
    [
      "another language is for an agent",
      `<step node="A" type="tool">\n${fence}python\nx\n${fence}\n</step>`,
      ["AML7055"],
    ],
    [
      "two blocks are for an agent",
      `<step node="A" type="tool">\n${fence}bash\nx\n${fence}\n${fence}bash\ny\n${fence}\n</step>`,
      ["AML7055"],
    ],
  ])("%s", (_, step, expected) => {
    const { plan, diagnostics } = compiledSkill(skillWith(step));
    expect(plan?.nodes[0]?.block).toBeUndefined();
    expect(diagnostics.map(({ code }) => code)).toEqual(expected);
  });

  it.each([
    ["`run` beside a block", `<step node="A" type="tool" run="x">\n${fence}bash\ny\n${fence}\n</step>`, "AML7054"],
    ["`run` on a prompt", '<step node="A" run="x">y</step>', "AML7053"],
    ["a json block without its tool", `<step node="A" type="tool">\n${fence}json\n{}\n${fence}\n</step>`, "AML7056"],
    [
      "a json block of two tools",
      `<step node="A" type="tool" tools="grep,view">\n${fence}json\n{}\n${fence}\n</step>`,
      "AML7056",
    ],
    [
      "a json block that is none",
      `<step node="A" type="tool" tools="grep">\n${fence}json\n{x}\n${fence}\n</step>`,
      "AML7057",
    ],
    [
      "a json block that is no object",
      `<step node="A" type="tool" tools="grep">\n${fence}json\n[1]\n${fence}\n</step>`,
      "AML7057",
    ],
  ])("%s is refused", (_, step, code) => {
    const { plan, diagnostics } = compiledSkill(skillWith(step));
    expect(plan).toBeNull();
    expect(diagnostics.map((each) => each.code)).toEqual([code]);
  });
});

import { describe, expect, it } from "vitest";
import { compiledSkill, saidOf, skillWith, stepA } from "../testing/skill-plan.ts";

describe("a step says what its node does (diagram.md 3)", () => {
  it("without one, the label is all there is", () => {
    expect(stepA("")).toEqual({
      id: "A",
      index: 0,
      origin: "A",
      label: "Fetch",
      shape: "square",
      type: "prompt",
      brief: "",
      tools: { allowed: null, denied: new Set() },
      onExhaust: "continue",
      retries: 0,
      idempotent: true,
    });
  });

  it("its settings win over the diagram's", () => {
    const step = `<step node="A" type="subagent" label="Fetch it" model="fast" retries="2" timeout="90s" idempotent="false" verify="test -f x" on_exhaust="checkpoint">
        Fetch the file.
          Check it.
      </step>`;
    expect(stepA(step, 'flowchart LR\n A["Fetch|type=tool|model=slow|retries=1|timeout=5m"] --> B')).toMatchObject({
      type: "subagent",
      label: "Fetch it",
      model: "fast",
      retries: 2,
      timeoutMs: 90_000,
      idempotent: false,
      verify: "test -f x",
      onExhaust: "checkpoint",
      brief: "Fetch the file.\n  Check it.",
    });
  });

  it("those of the diagram count where it says nothing", () => {
    expect(stepA('<step node="A">x</step>', 'flowchart LR\n A["Fetch|type=manual|timeout=1.5m"]')).toMatchObject({
      type: "manual",
      timeoutMs: 90_000,
    });
  });

  it("a session is the one it names, else its own", () => {
    expect(stepA('<step node="A" type="session" session="dev">x</step>').session).toBe("dev");
    expect(stepA('<step node="A" type="session">x</step>').session).toBe("A");
    expect(stepA('<step node="A">x</step>').session).toBeUndefined();
  });

  it("applies to every pass of its loop", () => {
    const { plan } = compiledSkill(skillWith('<step node="A" type="loop" max_iter="2">Pass {iter}.</step>'));
    expect(plan?.nodes.slice(0, 2).map(({ id, brief, type }) => [id, brief, type])).toEqual([
      ["A::iter_1", "Pass {iter}.", "loop"],
      ["A::iter_2", "Pass {iter}.", "loop"],
    ]);
  });

  it("gate and loop rules are checked with its type", () => {
    expect(compiledSkill(skillWith('<step node="A" type="gate">x</step>')).diagnostics.map(({ code }) => code)).toEqual(
      ["AML7040"],
    );
    expect(compiledSkill(skillWith('<step node="A" type="loop">x</step>')).diagnostics.map(({ code }) => code)).toEqual(
      ["AML7043"],
    );
    const text = skillWith('<step node="A" type="prompt">x</step>', "flowchart LR\n A{q} -->|x| B\n A -->|y| C");
    expect(compiledSkill(text).diagnostics).toEqual([]);
  });
});

describe("steps that fit no node, or two, are refused", () => {
  it.each([
    ['<step node="Z">x</step>', ['AML7048 at 4:1 "<step node=\\"Z\\">"']],
    ['<step node="a">x</step>', ['AML7048 at 4:1 "<step node=\\"a\\">"']],
    ['<step node="Fetch">x</step>', ['AML7048 at 4:1 "<step node=\\"Fetch\\">"']],
    ['<step node="A">x</step><step node="A">y</step>', ['AML7050 at 4:24 "<step node=\\"A\\">"']],
    ['<step node="A::iter_1">x</step>', ['AML7048 at 4:1 "<step node=\\"A::iter_1\\">"']],
  ])("%s", (steps, expected) => {
    expect(saidOf(skillWith(steps))).toEqual(expected);
  });
});

describe("values are checked where they stand", () => {
  it.each([
    ['type="banana"', 'AML2005 at 4:22 "banana"'],
    ['retries="two"', 'AML2005 at 4:25 "two"'],
    ['retries="99"', 'AML2008 at 4:25 "99"'],
    ['timeout="5"', 'AML2005 at 4:25 "5"'],
    ['timeout="0s"', 'AML2005 at 4:25 "0s"'],
    ['timeout="2h"', 'AML2008 at 4:25 "2h"'],
    ['idempotent="no"', 'AML2005 at 4:28 "no"'],
    ['on_exhaust="stop"', 'AML2005 at 4:28 "stop"'],
    ['verify=""', 'AML2005 at 4:24 ""'],
    ['max_iter="0"', 'AML2005 at 4:26 "0"'],
  ])("%s", (setting, expected) => {
    expect(saidOf(skillWith(`<step node="A" ${setting}>x</step>`))).toContain(expected);
  });

  it("what is more than a run grants is clamped", () => {
    expect(stepA('<step node="A" retries="99" timeout="2h">x</step>')).toMatchObject({
      retries: 10,
      timeoutMs: 3_600_000,
    });
  });
});

describe("tools only narrow (language.md 5.1)", () => {
  it("to those that the step names", () => {
    const text = `<tool allow="grep,bash,view"><tool deny="bash">\n${skillWith('<step node="A" tools="view, grep,,view">x</step>')}\n</tool></tool>`;
    const { plan } = compiledSkill(text);
    expect(plan?.nodes.slice(0, 2).map(({ tools }) => tools)).toEqual([
      { allowed: new Set(["view", "grep"]), denied: new Set(["bash"]) },
      { allowed: new Set(["grep", "view"]), denied: new Set(["bash"]) },
    ]);
  });

  it("an empty list allows nothing", () => {
    expect(stepA('<step node="A" tools="">x</step>').tools.allowed).toEqual(new Set());
  });

  it.each([
    ['<tool allow="grep">', "bash", ["AML7051"]],
    ['<tool deny="bash">', "bash", ["AML7051"]],
    ['<tool allow="mcp/db/*">', "mcp/db/query", []],
    ['<tool allow="grep">', "Grep", ["AML5003"]],
    ['<tool allow="grep,banana">', "banana", ["AML5002"]],
  ])("in %s a step asks for %s", (tag, tools, expected) => {
    const text = `${tag}\n${skillWith(`<step node="A" tools="${tools}">x</step>`)}\n</tool>`;
    expect(compiledSkill(text).diagnostics.map(({ code }) => code)).toEqual(expected);
  });

  it("knows the tools that the host adds", () => {
    expect(saidOf(skillWith('<step node="A" tools="deploy">x</step>'), new Set(["deploy"]))).toEqual([]);
  });
});

describe("`{steps...}` names a step of the diagram", () => {
  const diagram = 'flowchart LR\n A --> b.c --> L["x|type=loop|max_iter=2"]';
  it.each([
    ['{steps.A.output} and {steps["b.c"].output} and {steps.L.output}', []],
    ["{steps.L::iter_2.output}, {iter}, {name}, {stepson}", []],
    ["{steps.Z.output}", ['AML7052 at 4:16 "{steps.Z.output}"']],
    ["{steps.L::iter_3.output}", ['AML7052 at 4:16 "{steps.L::iter_3.output}"']],
    ["{steps.b.c.output}", ['AML7052 at 4:16 "{steps.b.c.output}"']],
    ["{steps.A}", ['AML7052 at 4:16 "{steps.A}"']],
  ])("%s", (brief, expected) => {
    expect(saidOf(skillWith(`<step node="A">${brief}</step>`, diagram))).toEqual(expected);
  });

  it("is left alone in bash, where nothing is replaced", () => {
    expect(saidOf(skillWith('<step node="A" type="tool">\n```bash\necho {steps.Z.output}\n```\n</step>'))).toEqual([]);
    expect(saidOf(skillWith('<step node="A" type="tool">\n```sql\nselect {steps.Z.output}\n```\n</step>'))).toEqual([
      'AML7052 at 6:8 "{steps.Z.output}"',
    ]);
  });
});

describe("the hash of a plan", () => {
  const hashOf = (text: string) => compiledSkill(text).plan?.hash;
  const one = skillWith('<step node="A">x</step><step node="B">y</step>');

  it("is a SHA-256", () => {
    expect(hashOf(one)).toMatch(/^[0-9a-f]{64}$/);
  });

  it.each([
    ["the order of the steps", skillWith('<step node="B">y</step><step node="A">x</step>')],
    ["where the steps stand", skillWith('\n\n   <step node="A">x</step>\n   <step node="B">y</step>\n')],
    [
      "how deep the diagram is indented",
      skillWith('<step node="A">x</step><step node="B">y</step>', "  flowchart LR\n   A[Fetch] --> B --> C"),
    ],
    ["the order of the settings", skillWith('<step node="A">x</step><step node="B">y</step>')],
  ])("does not depend on %s", (_, other) => {
    expect(hashOf(other)).toBe(hashOf(one));
  });

  it.each([
    [
      "the diagram",
      skillWith('<step node="A">x</step><step node="B">y</step>', "flowchart LR\n A[Fetched] --> B --> C"),
    ],
    ["a brief", skillWith('<step node="A">x!</step><step node="B">y</step>')],
    ["a setting", skillWith('<step node="A" retries="1">x</step><step node="B">y</step>')],
    ["which steps there are", skillWith('<step node="A">x</step>')],
  ])("depends on %s", (_, other) => {
    expect(hashOf(other)).not.toBe(hashOf(one));
  });
});

import { describe, expect, test } from "vitest";
import { catalogue } from "../diagnostics/explanations.generated.ts";
import { verifies } from "../testing/verifies.ts";
import { builtInTools } from "../tools/built-in-tools.ts";
import { type PrepareOptions, prepare } from "./prepare.ts";
import { diagramsOf } from "./prepared.ts";

const open: PrepareOptions = {
  run: "r1",
  trust: "trusted",
  hasPolicy: true,
  agents: ["*"],
  defaultAgent: null,
  tools: builtInTools(),
  handlers: new Set(),
  granted: new Set(),
};

function prepared(text: string, options: Partial<PrepareOptions> = {}, file = "a.md") {
  return prepare({ file, text }, { ...open, ...options });
}

function errors(text: string, options: Partial<PrepareOptions> = {}, file?: string): string[] {
  return prepared(text, options, file)
    .diagnostics.filter(({ severity }) => severity === "error")
    .map(({ code }) => code);
}

const diagram = (nodes: string, steps = "", attributes = "") =>
  `<skill impl="dde-advanced"${attributes}>\nflowchart LR\n  ${nodes}\n${steps}</skill>`;

const review = (use: string, attributes = "") =>
  [
    '<skill define="interface" name="review">Reviews code.</skill>',
    `<skill define="implementation" name="reviewer" implements="review"${attributes}>Look for faults.</skill>`,
    use,
  ].join("\n");

describe("what cannot run is said before anything runs", () => {
  verifies("mechanism.handler", "mechanism.no-agent", "policy.untrusted");
  test.each<[string, string, Partial<PrepareOptions>, string[]]>([
    ["a prompt without an agent", diagram("A[Think]"), {}, ["AML5107"]],
    ["a prompt with a default agent", diagram("A[Think]"), { defaultAgent: "x" }, []],
    ["an agent nobody configured", `<agent name="x">${diagram("A[Think]")}</agent>`, { agents: ["y"] }, ["AML5105"]],
    ["an agent under no policy", `<agent name="x">${diagram("A[Think]")}</agent>`, { hasPolicy: false }, ["AML5101"]],
    [
      "an agent around steps that need none",
      `<agent name="x">${diagram('A@{ label: "a", type: tool, run: "true" }')}</agent>`,
      { hasPolicy: false, agents: [] },
      [],
    ],
    [
      "a command where bash is denied",
      `<tool deny="bash">${diagram('A@{ label: "a", type: tool, run: "true" }')}</tool>`,
      {},
      ["AML5104"],
    ],
    [
      "a command where only sql is allowed",
      `<tool allow="sql">${diagram('A@{ label: "a", type: tool, run: "true" }')}</tool>`,
      {},
      ["AML5104"],
    ],
    [
      "verify needs bash too",
      `<tool allow="sql">${diagram("A[a]", '<step node="A" type="manual" verify="true">x</step>\n')}</tool>`,
      {},
      ["AML5104"],
    ],
    [
      "a command in a semi-trusted document",
      diagram('A@{ label: "a", type: tool, run: "true" }'),
      { trust: "semi-trusted" },
      ["AML5106"],
    ],
    [
      "a person's step in a semi-trusted document",
      diagram('A@{ label: "a", type: manual }'),
      { trust: "semi-trusted" },
      [],
    ],
    ["an untrusted document", diagram('A@{ label: "a", type: manual }'), { trust: "untrusted" }, ["AML5103"]],
    ["prose", "# Title\n\nProse.", {}, ["AML6002"]],
    ["nothing", "", {}, ["AML6002"]],
    ["definitions only", '<skill define="interface" name="a">x</skill>', {}, ["AML6002"]],
    ["a prompt in an agent's text", '<agent name="x">Please review.</agent>', {}, []],
    [
      "a prompt in an agent's text under no policy",
      '<agent name="x">Please review.</agent>',
      { hasPolicy: false },
      ["AML5101"],
    ],
    [
      "an agent whose text is white space and nothing else to send",
      '<agent name="x"> \n </agent>',
      { agents: [], hasPolicy: false },
      [],
    ],
    ["a prompt implementation without an agent", review('<skill interface="review">f()</skill>'), {}, ["AML5107"]],
    [
      "a prompt implementation with one",
      review('<agent name="x"><skill interface="review">f()</skill></agent>'),
      {},
      [],
    ],
    [
      "a prompt implementation that the host has a handler for",
      review('<skill interface="review">f()</skill>'),
      { handlers: new Set(["reviewer"]) },
      [],
    ],
    ["a command without its one block", review('<skill interface="review"/>', ' run="bash"'), {}, ["AML6005"]],
    [
      "an agent that the host's policy denies",
      `<agent name="x">${diagram("A[Think]")}</agent>`,
      { limits: { agents: [{ deny: ["x"] }] } },
      ["AML5109"],
    ],
    [
      "a default agent that is not on its list",
      diagram("A[Think]"),
      { defaultAgent: "x", limits: { agents: [{ allow: ["y"] }] } },
      ["AML5109"],
    ],
    [
      "a denied agent that nothing is sent to",
      `<agent name="x">${diagram('A@{ label: "a", type: tool, run: "true" }')}</agent>`,
      { limits: { agents: [{ deny: ["*"] }] } },
      [],
    ],
    [
      "a model that is not on its list, of an agent",
      '<agent name="x" model="m">Please review.</agent>',
      { limits: { models: [{ allow: ["n"] }] } },
      ["AML5111"],
    ],
    [
      "a denied model, of a step",
      diagram('A@{ label: "a", type: prompt }', '<step node="A" model="m">Think.</step>'),
      { defaultAgent: "x", limits: { models: [{ deny: ["m"] }] } },
      ["AML5111"],
    ],
    [
      "a denied session",
      '<agent name="x"><session name="s">Please review.</session></agent>',
      { limits: { sessions: [{ deny: ["s"] }] } },
      ["AML5110"],
    ],
    [
      "a session without a name, where a list is given",
      '<agent name="x"><session>Please review.</session></agent>',
      { limits: { sessions: [{ allow: ["s"] }] } },
      ["AML5110"],
    ],
    [
      "a session that shares the one around it",
      '<agent name="x"><session isolated="false">Please review.</session></agent>',
      { limits: { sessions: [{ deny: ["*"] }] } },
      [],
    ],
    ["a tool that there is not", review('<skill interface="review"/>', ' run="rocket"'), {}, ["AML5108"]],
    [
      "an interface that nothing implements",
      '<skill define="interface" name="a">x</skill><skill interface="a"/>',
      {},
      ["AML4005"],
    ],
    [
      "the same, tolerated",
      '<skill define="interface" name="a">x</skill><skill interface="a" on-failure="skip"/>',
      {},
      [],
    ],
    [
      "a declared capability that is not granted",
      review('<skill interface="review"/>', ' capabilities="net:read"'),
      { trust: "semi-trusted", handlers: new Set(["reviewer"]) },
      ["AML5106"],
    ],
    [
      "a declared capability that is granted",
      review('<skill interface="review"/>', ' capabilities="net:read"'),
      { trust: "semi-trusted", handlers: new Set(["reviewer"]), granted: new Set(["net:read"]) },
      [],
    ],
    [
      "a skill inside the body of a diagram",
      diagram('A@{ label: "a", type: manual }', '<skill name="dde">x</skill>\n'),
      {},
      ["AML7031"],
    ],
  ])("%s", (_, text, options, expected) => {
    expect(errors(text, options)).toEqual(expected);
  });

  test("a plain diagram file runs under its own rules", () => {
    expect(errors('flowchart LR\n  A@{ label: "a", type: manual }\n', {}, "a.mmd")).toEqual([]);
    expect(errors("flowchart LR\n  A --> A\n", {}, "a.mmd")).toEqual(["AML7001"]);
    expect(errors("", {}, "a.mmd")).toHaveLength(1);
  });

  test("a diagram of an implementation is prepared where it is invoked, with its nodes", () => {
    const text = [
      '<skill define="interface" name="say">Says it.</skill>',
      '<skill define="implementation" name="say-it" implements="say">',
      "```mermaid",
      "flowchart LR",
      "  A[Look]",
      "```",
      '<node name="Look" type="manual">look closely</node>',
      "</skill>",
      '<skill interface="say"/>',
    ].join("\n");
    const [skill] = diagramsOf(prepared(text).nodes);
    expect(errors(text)).toEqual([]);
    expect(skill).toMatchObject({ name: "say", implementation: "say-it" });
    expect(skill?.mechanism.plan.nodes[0]).toMatchObject({ type: "manual", brief: "look closely" });
  });

  test.each([
    ["its id", "A", []],
    ["its label", "Look", []],
    ["neither", "Listen", ["AML7048"]],
    ["its id in capitals", "a", ["AML7048"]],
  ])("a node of an implementation belongs to a node of its diagram by %s", (_, name, expected) => {
    verifies("implementation.node.matches");
    const diagram = "\n```mermaid\nflowchart LR\n  A[Look]\n```\n";
    const node = `<node name="${name}" type="manual">look closely</node>`;
    const text = `<skill define="interface" name="say"/><skill define="implementation" name="say-it" implements="say">${diagram}${node}</skill>`;
    expect(errors(`${text}<skill interface="say"/>`)).toEqual(expected);
  });

  test("nesting without end is refused, not overflowed", () => {
    const depth = 20_000;
    const text = `${'<tool allow="bash">'.repeat(depth)}${"</tool>".repeat(depth)}`;
    expect(errors(text)).toEqual(["AML6004"]);
  });
});

describe("an agent that may use sql", () => {
  const step = diagram("A", '<step node="A" type="tool" tools="sql">Load the rows.</step>\n');
  test.each<[string, string, Partial<PrepareOptions>, number]>([
    ["where there is no database", `<tool allow="sql"><agent name="x">Load it.</agent></tool>`, {}, 1],
    ["as its one tool", `<agent name="x">${step}</agent>`, {}, 1],
    ["where there is one", `<agent name="x">${step}</agent>`, { hasDatabase: true }, 0],
    ["among everything else", `<agent name="x">Load it.</agent>`, {}, 0],
    [
      "and is asked for nothing",
      `<tool allow="sql,bash"><agent name="x">${diagram('A@{ type: tool, run: "true" }')}</agent></tool>`,
      {},
      0,
    ],
  ])("%s", (_, text, options, expected) => {
    const { diagnostics } = prepared(text, { hasDatabase: false, ...options });
    expect(diagnostics.filter(({ code }) => code === "AML6240")).toHaveLength(expected);
  });
});

describe("what holds at a place", () => {
  test("paths, agents, sessions and tools follow the directives around a skill", () => {
    const text = `<session name="s"><agent name="x" model="m"><tool allow="view,bash">${diagram("A[Think]")}</tool></agent></session>`;
    const [skill] = diagramsOf(prepared(text).nodes);
    expect(skill).toMatchObject({ path: "0.0.0.0", agent: { name: "x", model: "m" }, session: "s" });
    expect([...(skill?.tools.allowed ?? [])].sort()).toEqual(["bash", "view"]);
  });

  test("a session that is not isolated shares the one around it", () => {
    const text = `<session name="s"><session isolated="false">${diagram('A@{ label: "a", type: manual }')}</session></session>`;
    expect(diagramsOf(prepared(text).nodes)[0]?.session).toBe("s");
  });

  test("a new run makes a new plan id, in the characters of an id", () => {
    const name = "wild name (v2).release.md";
    const id = diagramsOf(prepared(diagram('A@{ label: "a", type: manual }'), {}, name).nodes)[0]?.mechanism.plan.id;
    expect(id).toBe("wild-name-v2--r1-0");
    expect(
      diagramsOf(prepared(diagram('A@{ label: "a", type: manual }'), { run: "r2" }, name).nodes)[0]?.mechanism.plan.id,
    ).not.toBe(id);
  });
});

describe("the catalogue's examples of documents that run or not", () => {
  const entries = catalogue.flatMap(({ code, bad, good }) => [
    ...bad.filter(({ language }) => language === "run").map(({ text }) => ({ code, kind: "bad", text })),
    ...good.filter(({ language }) => language === "run").map(({ text }) => ({ code, kind: "good", text })),
  ]);
  test.each(entries)("$code, the $kind one", ({ code, kind, text }) => {
    const codes = prepared(text, { hasPolicy: false }).diagnostics.map((diagnostic) => diagnostic.code);
    expect(codes.includes(code)).toBe(kind === "bad");
  });
});

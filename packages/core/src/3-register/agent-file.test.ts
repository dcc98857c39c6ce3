import { describe, expect, test } from "vitest";
import { sourceFile } from "../text/source-file.ts";
import { type AgentFile, readAgentFile } from "./agent-file.ts";

async function read(text: string, file = ".claude/agents/reviewer.md") {
  const { agent, at, diagnostics } = await readAgentFile(sourceFile({ file, text }), "project");
  const told = diagnostics.map(({ code, start }) => `${code} at ${start.line}:${start.column}`);
  return { agent, line: text.slice(0, at.start).split("\n").length, told };
}

const file = (...members: string[]) => ["---", ...members, "---", "You review."].join("\n");

describe("what an agent file says", () => {
  test("is read from its front matter, and its body is the persona", async () => {
    const text = file(
      "name: code-reviewer",
      "description: Reviews code.",
      "model: large",
      "tools: Read, Grep",
      "color: red",
    );
    expect(await read(text)).toEqual({
      agent: {
        name: "code-reviewer",
        file: ".claude/agents/reviewer.md",
        layer: "project",
        description: "Reviews code.",
        model: "large",
        tools: ["Read", "Grep"],
        persona: "You review.",
      },
      line: 2,
      told: [],
    });
  });

  test.each<[string, string[], Partial<AgentFile>]>([
    ["nothing: its name is that of the file", [], { name: "reviewer", description: "", tools: null }],
    ["an empty name", ["name:"], { name: "reviewer" }],
    ["a name that is a number", ["name: 7"], { name: "7" }],
    ["no tools: it is not constrained", ["tools:"], { tools: null }],
    ["every tool", ["tools: ['*']"], { tools: null }],
    ["an empty list: no tool at all", ["tools: []"], { tools: [] }],
    ["a list", ["tools:", "  - Read", "  - Bash"], { tools: ["Read", "Bash"] }],
    ["names with spaces between", ["tools: Read Grep  Bash"], { tools: ["Read", "Grep", "Bash"] }],
    [
      "a rule with commas in it",
      ["tools: Bash(git add:*, git diff:*), Read"],
      { tools: ["Bash(git add:*, git diff:*)", "Read"] },
    ],
    ["a name twice", ["tools: Read, Read"], { tools: ["Read"] }],
  ])("with %s", async (_, members, expected) => {
    const { agent, told } = await read(file(...members));
    expect(agent).toMatchObject(expected);
    expect([agent.problem, told]).toEqual([undefined, []]);
  });

  test.each([["inherit"], [""]])("a model %j is left to whoever asks", async (model) => {
    expect((await read(file(`model: ${model}`))).agent).not.toHaveProperty("model");
  });

  test("in a file of its own kind the name has both endings taken off", async () => {
    expect((await read(file(), ".github/agents/docs.agent.md")).agent.name).toBe("docs");
  });

  test("may hold lines that begin with a tag", async () => {
    const { agent, told } = await read(file("name: a", "description: |", "  Use it", "<example>", "tools: Read"));
    expect(agent).toMatchObject({ name: "a", tools: ["Read"] });
    expect(told).toEqual(["AML6231 at 5:1"]);
  });
});

describe("front matter that is no YAML is read line by line, as other programs do", () => {
  const colon = "description: Use it: often. Examples: <example>Context: x</example>";

  test("and a warning says so", async () => {
    const { agent, told } = await read(file("name: reviewer-2", colon, "tools: Read, Grep", "model: small"));
    expect(agent).toMatchObject({ name: "reviewer-2", tools: ["Read", "Grep"], model: "small" });
    expect(told).toEqual([expect.stringMatching(/^AML6231 at 3:/)]);
  });

  test.each<[string, string[]]>([
    ["a list over several lines", [colon, "tools:", "  - Read"]],
    ["a list in brackets", [colon, "tools: [Read, Grep]"]],
    ["a quoted name", [colon, 'name: "a"']],
    ["tools twice", [colon, "tools: Read", "tools: Bash"]],
  ])("but what decides something is not guessed: %s", async (_, members) => {
    const { agent, told } = await read(file(...members));
    expect(agent).toMatchObject({ name: "reviewer", tools: [], problem: expect.stringContaining("no valid YAML") });
    expect(told).toEqual([expect.stringMatching(/^AML6230/)]);
  });
});

describe("a file that cannot be used keeps its name, allows no tool and says why", () => {
  test.each<[string, string, string, string[]]>([
    ["no front matter", "You review.", "reviewer", ["AML6230 at 1:1"]],
    ["front matter that never ends", "---\nname: a\n", "reviewer", ["AML6230 at 1:1"]],
    ["tools that are a mapping", file("name: a", "tools: { read: true }"), "a", ["AML6232 at 3:8"]],
    ["tools that are numbers", file("name: a", "tools: [1]"), "a", ["AML6232 at 3:8"]],
    ["a name that is a list", file("name: [a]"), "reviewer", ["AML6232 at 2:7"]],
    ["a model that is a list", file("name: a", "model: [b]"), "a", ["AML6232 at 3:8"]],
    ["a name that no attribute holds", file("name: a<b"), "reviewer", ["AML6230 at 2:7"]],
    ["a name over two lines", file('name: "a\\nb"'), "reviewer", ["AML6230 at 2:7"]],
  ])("%s", async (_, text, name, told) => {
    const found = await read(text);
    expect(found.agent).toMatchObject({ name, tools: [], persona: "", problem: expect.stringMatching(/./) });
    expect(found.told).toEqual(told);
  });
});

import { describe, expect, test } from "vitest";
import type { AgentFile } from "../3-register/agent-file.ts";
import { assignPackages } from "../3-register/assign-packages.ts";
import { check } from "../check.ts";
import { effectiveTools } from "./effective-tools.ts";
import { explainTools } from "./explain-tools.ts";
import { toolLists } from "./tool-set.ts";

const definitions =
  '<skill define="interface" name="i"/><skill define="implementation" name="p" implements="i">Do it.</skill>';

/** A skill with such front matter, and a document that uses it or an agent of such a file. */
async function checked(text: string, members: string, agents: readonly AgentFile[] = []) {
  const skill = `---\nname: s\n${members}\n---\n${definitions}`;
  const placed = [
    { file: "s/SKILL.md", text: skill, path: "/project/s/SKILL.md" },
    { file: "a.md", text, path: "/project/a.md" },
  ];
  const { packages } = await assignPackages(placed, () => "project");
  const sources = placed.map((source, index) => ({ ...source, ...(packages[index] && { package: packages[index] }) }));
  return check(sources, { agents: new Map(agents.map((agent) => [agent.name, agent])) });
}

/** What may be used in the last element of the document. */
async function left(...given: Parameters<typeof checked>) {
  const { documents, resolutions, agents } = await checked(...given);
  const document = documents[1];
  const element = document?.elements.at(-1);
  if (document === undefined || element === undefined) throw new Error("nothing to look at");
  const { allowed, denied } = toolLists(effectiveTools(document, element, { resolutions, agents }));
  const owners = explainTools(document, element, { resolutions, agents }).map(({ owner }) =>
    "element" in owner ? "tag" : `${owner.file} ${owner.what}`,
  );
  return { tools: allowed === null ? [...denied.map((name) => `-${name}`), "*"] : allowed, owners };
}

const use = '<skill interface="i">x</skill>';

describe("allowed-tools of a SKILL.md narrows what its implementations may use", () => {
  test.each<[string, string, string, string[]]>([
    ["a text", use, "allowed-tools: Read, Grep", ["grep", "view"]],
    ["a list", use, "allowed-tools: [Read, mcp__notes]", ["mcp/notes/*", "view"]],
    ["an empty list", use, "allowed-tools: []", []],
    ["everything", use, "allowed-tools: '*'", ["*"]],
    ["nothing said", use, "description: x", ["*"]],
    ["less outside", `<tool deny="grep">${use}</tool>`, "allowed-tools: Read, Grep", ["view"]],
    ["less outside than it lists", `<tool allow="view,bash">${use}</tool>`, "allowed-tools: Read, Grep", ["view"]],
    ["none that is known", use, "allowed-tools: Rocket", []],
    ["something that is no list", use, "allowed-tools: { a: b }", []],
    ["in front matter that cannot be read", use, "allowed-tools: Read\nx: b: c", []],
  ])("%s", async (_, text, members, tools) => {
    expect((await left(text, members)).tools).toEqual(tools);
  });

  test("is one of those that narrow, by its file", async () => {
    const { owners } = await left(`<tool deny="bash">${use}</tool>`, "allowed-tools: Read");
    expect(owners).toEqual(["tag", "/project/s/SKILL.md allowed-tools"]);
  });

  test("says nothing of what else the document does", async () => {
    expect((await left(`${use}<agent name="a">x</agent>`, "allowed-tools: Read")).tools).toEqual(["*"]);
  });
});

describe("tools of an agent file", () => {
  const agent: AgentFile = {
    name: "a",
    file: "a.md",
    layer: "user",
    description: "",
    tools: ["Read", "Bash"],
    persona: "",
  };

  test("narrow like a <tool allow> in the agent's place", async () => {
    expect(await left('<agent name="a">x</agent>', "", [agent])).toEqual({
      tools: ["bash", "view"],
      owners: ["a.md tools"],
    });
    expect((await left('<tool deny="bash"><agent name="a">x</agent></tool>', "", [agent])).tools).toEqual(["view"]);
    expect((await left('<agent name="b">x</agent>', "", [agent])).tools).toEqual(["*"]);
    expect((await left('<agent name="a">x</agent>', "", [{ ...agent, tools: null }])).tools).toEqual(["*"]);
  });

  test("hold inside it: a request for more is a warning", async () => {
    const text = '<agent name="a"><tool allow="grep,view">x</tool></agent>';
    expect((await left(text, "", [agent])).tools).toEqual(["view"]);
    const { diagnostics } = await checked(text, "", [agent]);
    expect(diagnostics.map(({ code, related }) => [code, related])).toEqual([["AML5006", []]]);
  });

  test("that cannot be used is an error where a document names it, once for each place", async () => {
    const broken = { ...agent, tools: [], problem: "it has no front matter" };
    const { diagnostics } = await checked('<agent name="a">x</agent><agent name="a">y</agent>', "", [broken]);
    expect(diagnostics.map(({ code }) => code)).toEqual(["AML5113", "AML5113"]);
    expect((await left('<agent name="a">x</agent>', "", [broken])).tools).toEqual([]);
  });

  test("that hides others is a warning, once in a document", async () => {
    const near = { ...agent, hides: ["b.md", "c.md"] };
    const { diagnostics } = await checked('<agent name="a">x</agent><agent name="a">y</agent>', "", [near]);
    expect(diagnostics.map(({ message }) => message)).toEqual([
      "the agent `a` is described by a.md, which hides b.md, c.md",
    ]);
  });
});

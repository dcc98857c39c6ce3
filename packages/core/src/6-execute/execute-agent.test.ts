import { describe, expect, test } from "vitest";
import { documentRig } from "../testing/document-rig.ts";
import { completed, doneLine } from "../testing/scripted-provider.ts";
import { verifies } from "../testing/verifies.ts";

describe("agents and sessions (language.md 7.4)", () => {
  verifies("agent.delegates", "agent.prompt");
  test.each([
    [
      "text of an agent is its prompt, and the reply takes the tag's place",
      'a<agent name="x">do it</agent>b',
      "a<do it>b",
      1,
    ],
    [
      "white space is no prompt: the children's results flow up",
      'a<agent name="x"> <skill interface="upper">y</skill> </agent>b',
      "a Y b",
      0,
    ],
    [
      "text inside a tool inside an agent counts",
      '<agent name="x"><tool allow="view">look</tool></agent>',
      "<look>",
      1,
    ],
    ["text of a skill below does not", '<agent name="x"><skill interface="upper">look</skill></agent>', "LOOK", 0],
    ["text outside every agent is output and never sent", 'hello <skill interface="upper">x</skill>', "hello X", 0],
    [
      "text of a session without an agent stays, with a warning",
      '<session>think</session><skill interface="upper">x</skill>',
      "thinkX",
      0,
    ],
  ])("%s", async (_, document, expected, prompts) => {
    const { run, agent } = await documentRig({}, (prompt) => `<${prompt}>`);
    expect((await run(document)).output.text).toBe(expected);
    expect(agent.prompts).toHaveLength(prompts);
  });

  test("text of a session is a prompt to the default agent where one is configured", async () => {
    verifies("session.default-agent");
    const { run, agent } = await documentRig({}, (prompt) => `<${prompt}>`, { defaultAgent: "d" });
    expect((await run("<session>think</session>")).output.text).toBe("<think>");
    expect(agent.opened[0]?.agent).toBe("d");
  });

  test("sessions of one name are continued, others are new, isolated=false shares the parent's", async () => {
    verifies("session.continued");
    verifies("session.own");
    const { run, agent } = await documentRig();
    const ask = (session: string) => `<session ${session}><agent name="x">hi</agent></session>`;
    await run(
      `${ask('name="s"')}${ask('name="t"')}${ask('name="s"')}<session name="t"><session isolated="false"><agent name="x">hi</agent></session></session>`,
    );
    expect(agent.prompts.map(({ session }) => session)).toEqual([1, 2, 1, 2]);
  });

  test("a background agent leaves nothing in the text, and the run waits for its result", async () => {
    verifies("agent.background");
    const { run } = await documentRig({}, () => "found it");
    const result = await run('a<agent name="x" mode="background">search</agent>b<skill interface="upper">c</skill>');
    expect(result.output.text).toBe("abC");
    expect(result.background).toEqual([{ name: "x", status: "success", output: { text: "found it" } }]);
  });

  test("so does one that sends nothing itself, and what it came to is not run again by a resume", async () => {
    let isMended = false;
    const { run, runtime, called } = await documentRig({
      "h-count": () => {
        if (!isMended) throw new Error("not yet");
        return "now";
      },
    });
    const failed = await run(
      '<agent name="x" mode="background"><skill interface="upper">y</skill></agent><skill interface="count"/>',
    );
    isMended = true;
    const done = await (await runtime.resume(failed.run ?? "")).result;
    expect(done.background).toEqual([{ name: "x", status: "success", output: { text: "Y" } }]);
    expect(called.filter((name) => name === "upper")).toHaveLength(1);
  });

  test("a background agent that fails fails the run", async () => {
    verifies("agent.background-failed");
    const { run } = await documentRig();
    const result = await run(
      '<agent name="x" mode="background"><skill interface="fail"/></agent><skill interface="upper">a</skill>',
    );
    expect(result).toMatchObject({ status: "failed", error: { message: "broken" } });
    expect(result.background).toMatchObject([{ status: "failed" }]);
  });

  test.each([
    ["skip", "ab"],
    ["partial", "a[DIRECTIVE FAILED: the agent's turn ended as refused: refusal]b"],
  ])("on-failure=%s of an agent handles its own prompt's failure", async (onFailure, expected) => {
    const { run } = await documentRig({}, () => ({ ...completed(""), result: "refused", stopReason: "refusal" }));
    expect((await run(`a<agent name="x" on-failure="${onFailure}">do it</agent>b`)).output.text).toBe(expected);
  });
});

test("an agent's steps and a document's prompts are one run under one policy", async () => {
  const { run, agent } = await documentRig({}, (prompt) =>
    prompt.includes("step 1 of 1") ? doneLine("stepped") : "prompted",
  );
  const result = await run(
    '<agent name="x">first</agent><agent name="x"><skill impl="dde-simple">\nflowchart LR\n  A[Do]\n</skill></agent>',
  );
  expect(result.output.text).toBe("promptedstepped");
  expect(agent.prompts.map(({ session }) => session)).toEqual([1, 1]);
});

test("a session keeps its name when another has ended, and no two bear one", async () => {
  const { run, store } = await documentRig({}, () => doneLine());
  const result = await run(
    [
      '<agent name="a"><skill impl="dde-simple">',
      "flowchart LR",
      "  A --> B --> C --> D",
      '<step node="A" type="subagent"/><step node="B" type="prompt"/>',
      '<step node="C" type="subagent"/><step node="D" type="prompt"/>',
      "</skill></agent>",
    ].join("\n"),
  );
  const prompted = [...store.events(result.run ?? "")].flatMap((event) =>
    event.type === "agent.prompted" ? [event.data.session] : [],
  );
  expect(prompted).toEqual(["a-1", "a-2", "a-3", "a-2"]);
});

import { describe, expect, it } from "vitest";
import { ask, echo, recorded, runWith } from "../testing/recorded-run.ts";
import { replayAgents } from "./replay-agents.ts";

describe("a replay of another document fails, and says what differs", () => {
  const document = `${ask("one")}${ask("two\nlines")}`;
  it.each([
    ["a prompt that changed", `${ask("one")}${ask("two\nwords")}`, 'line 2 was "lines" and is "words"'],
    ["a prompt that is longer", `${ask("one")}${ask("two\nlines\nmore")}`, 'line 3 was not there and is "more"'],
    ["a node that was not prompted", `${document}${ask("three")}`, "no prompt to 2 is recorded in"],
    ["another agent", `${ask("one")}<agent name="y">two\nlines</agent>`, "of the agent x, and goes to y now"],
    ["another model", `${ask("one")}${ask("two\nlines", ' model="m"')}`, "of the model none, and goes to m now"],
    ["other tools", `${ask("one")}<tool deny="bash">${ask("two\nlines")}</tool>`, "no prompt to 1.0 is recorded in"],
  ])("%s", async (_, changed, message) => {
    const recording = await recorded(document, echo);
    const result = await runWith(changed, { agents: replayAgents(recording) });
    expect(result).toMatchObject({ status: "failed", error: { code: "ReplayMismatch" } });
    expect(result.error?.message).toContain(message);
    expect(result.error?.message).toMatch(/; undo what changed, or record the run anew$/);
  });

  it("other tools at the same place", async () => {
    const under = (tools: string) => `<tool allow="${tools}">${ask("go")}</tool>`;
    const recording = await recorded(under("view"), echo);
    const result = await runWith(under("view,bash"), { agents: replayAgents(recording) });
    expect(result.error?.message).toContain('under other tools: [["view"],[]] then, [["bash","view"],[]] now');
  });

  it("a value that differs", async () => {
    const recording = await recorded(ask("Greet {who}."), echo, { who: "Kim" });
    const result = await runWith(ask("Greet {who}."), { agents: replayAgents(recording), params: { who: "Lee" } });
    expect(result.error?.message).toContain('was "Kim" and is "Lee"');
  });

  it("more of the same than was asked", async () => {
    const step = (retries: number) =>
      ask(
        `<skill impl="dde-simple">\nflowchart LR\n  A[Do]\n<step node="A" retries="${retries}">Do it.</step></skill>`,
      );
    const recording = await recorded(step(1), () => '{"status":"failed"}');
    const result = await runWith(step(2), { agents: replayAgents(recording) });
    expect(result.error?.message).toContain("is recorded 2 times in");
  });
});

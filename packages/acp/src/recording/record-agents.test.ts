import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { AgentError } from "@agent-markup/core";
import { describe, expect, it } from "vitest";
import { type Act, actingAgent, ask, echo, linesOf, place, recorded, runWith } from "../testing/recorded-run.ts";
import { recordAgents } from "./record-agents.ts";
import { replayAgents } from "./replay-agents.ts";

describe("what is recorded", () => {
  it("is a header and a line for each prompt, each of them JSON", async () => {
    const recording = await recorded(`${ask("one")}${ask("two")}`, echo);
    const [header, first, second, ...others] = linesOf(recording);
    expect(header).toMatchObject({ type: "recording", version: 1 });
    expect(first).toMatchObject({ path: "0", nth: 0, agent: "x", prompt: "one", session: "session-1" });
    expect(second).toMatchObject({ path: "1", prompt: "two" });
    expect(others).toEqual([]);
  });

  it("is on the disk before whoever prompted goes on", async () => {
    const seen: number[] = [];
    const recording = place();
    const agents = recordAgents(
      actingAgent(() => {
        seen.push(existsSync(recording) ? linesOf(recording).length : 0);
        return "hi";
      }),
      { folder: recording },
    );
    await runWith(`${ask("one")}${ask("two")}`, { agents });
    expect(seen).toEqual([0, 2]);
  });

  it("keeps the name of an agent that is spelled like a secret, since a replay finds the prompt by it", async () => {
    const recording = place();
    const document = '<agent name="reviewer2">one</agent>';
    const agents = recordAgents(actingAgent(echo), { folder: recording, secrets: ["reviewer2"] });
    await runWith(document, { agents });
    expect(linesOf(recording)[1]).toMatchObject({ agent: "reviewer2", path: "0" });
    expect((await runWith(document, { agents: replayAgents(recording) })).status).toBe("done");
  });

  it("holds no secret, wherever it stands", async () => {
    const recording = place();
    const act: Act = (_prompt, host) => {
      host.event({
        type: "tool_call",
        id: "1",
        title: "env",
        kind: "x",
        status: "y",
        tools: [],
        input: { a: "s3cr3t-key" },
      });
      return "the key is s3cr3t-key";
    };
    const agents = recordAgents(actingAgent(act), { folder: recording, secrets: ["s3cr3t-key"] });
    await runWith(ask("Use {key}."), { agents, params: { key: "s3cr3t-key" } });
    const text = readFileSync(join(recording, "prompts.jsonl"), "utf8");
    expect(text).not.toContain("s3cr3t-key");
    expect(text.match(/\[redacted\]/g)?.length).toBeGreaterThanOrEqual(4);
    const replayed = await runWith(ask("Use {key}."), {
      agents: replayAgents(recording),
      params: { key: "s3cr3t-key" },
    });
    expect(replayed.output.text).toBe("the key is [redacted]");
  });

  it("leaves out events of a flood, says how many, and keeps the outcome", async () => {
    const act: Act = (_prompt, host) => {
      for (let count = 0; count < 100; count++) host.event({ type: "message", text: "x".repeat(200_000) });
      return "over";
    };
    const recording = await recorded(ask("go"), act);
    const { happenings, end } = { happenings: [], end: null, ...linesOf(recording)[1] };
    expect(happenings).toHaveLength(42);
    expect(happenings.at(-1)).toEqual({ event: { type: "note", text: "59 more events are not in the recording" } });
    expect(end).toMatchObject({ outcome: { text: "over" } });
  });

  it("is nothing where the prompt was cancelled before an agent was there", async () => {
    const recording = place();
    const agents = recordAgents(
      { names: ["*"], open: () => Promise.reject(new AgentError("cancelled", "stopped")) },
      { folder: recording },
    );
    await runWith(ask("go"), { agents });
    expect(existsSync(recording)).toBe(false);
  });
});

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { actingAgent, ask, echo, linesOf, place, recorded, runWith } from "../testing/recorded-run.ts";
import { folder } from "../testing/scripted-session.ts";
import { recordAgents } from "./record-agents.ts";
import { replayAgents } from "./replay-agents.ts";

describe("the folder of a recording", () => {
  const begin = (recording: string, isContinued = false) =>
    recordAgents(actingAgent(echo), { folder: recording, isContinued });

  it("may be empty, and is not made before there is something to record", async () => {
    const empty = folder();
    begin(empty);
    expect(readdirSync(empty)).toEqual([]);
    await runWith(ask("go"), { agents: begin(empty) });
    expect(readdirSync(empty)).toEqual(["prompts.jsonl"]);
  });

  it("with other files is refused, and left alone", () => {
    const other = folder();
    writeFileSync(join(other, "notes.md"), "mine");
    expect(() => begin(other)).toThrow(`${other} holds other files (notes.md): choose an empty folder, or a new one`);
    expect(readdirSync(other)).toEqual(["notes.md"]);
  });

  it("with a recording is refused, unless the same run goes on", async () => {
    const recording = await recorded(ask("one"), echo);
    expect(() => begin(recording)).toThrow("holds a recording already: choose another folder, or remove it");
    await runWith(`${ask("one")}${ask("two")}`, { agents: begin(recording, true) });
    expect(linesOf(recording)).toHaveLength(4);
  });

  it("that is a file is refused", () => {
    const file = join(folder(), "file");
    writeFileSync(file, "");
    expect(() => begin(file)).toThrow(`${file} cannot be recorded into`);
  });

  it("that is taken meanwhile fails the run, and what is there is not written to", async () => {
    const recording = place();
    const agents = begin(recording);
    mkdirSync(recording);
    writeFileSync(join(recording, "prompts.jsonl"), "another's\n");
    await expect(runWith(ask("go"), { agents })).rejects.toMatchObject({ name: "RecordingError" });
    expect(readFileSync(join(recording, "prompts.jsonl"), "utf8")).toBe("another's\n");
  });

  it("goes on behind the last whole line of a recording that was killed", async () => {
    const recording = await recorded(`${ask("one")}${ask("two")}`, echo);
    const file = join(recording, "prompts.jsonl");
    writeFileSync(file, readFileSync(file, "utf8").slice(0, -40));
    expect((await runWith(ask("one"), { agents: replayAgents(recording) })).output.text).toBe("<one>");
    await runWith(`${ask("one")}${ask("two")}`, { agents: begin(recording, true) });
    expect(linesOf(recording).map(({ prompt }) => prompt)).toEqual([undefined, "one", "one", "two"]);
  });
});

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createPermissionPolicy } from "@agent-markup/core";
import { describe, expect, it } from "vitest";
import { scriptedSession } from "../testing/scripted-session.ts";

const asksToWrite = {
  turns: [
    {
      steps: [
        { message: "I will write a file. " },
        { thought: "Hm." },
        {
          permission: {
            id: "call-1",
            title: "write hello.txt",
            kind: "edit",
            tool: "write",
            allowed: [
              { write_file: { path: "hello.txt", text: "hello\n" } },
              { tool_update: { id: "call-1", status: "completed", output: "written" } },
              { message: "Written." },
            ],
            refused: [{ tool_update: { id: "call-1", status: "failed" } }, { message: "I may not." }],
          },
        },
        { done: "all is said" },
      ],
    },
  ],
};

describe("a turn of the scripted agent", () => {
  it("runs end to end, and does what was allowed", async () => {
    const rig = await scriptedSession(asksToWrite);
    const outcome = await rig.prompt("please write the file");

    expect(outcome).toMatchObject({
      result: "completed",
      flags: [],
      stopReason: "end_turn",
      finalMessage: 'Written.\n{"status":"done","summary":"all is said"}',
      permissions: { asked: 1, allowed: 1, denied: 0, cancelled: 0 },
      unasked: [],
    });
    expect(readFileSync(join(rig.cwd, "hello.txt"), "utf8")).toBe("hello\n");
    expect(rig.events).toEqual([
      { type: "message", text: "I will write a file. " },
      { type: "thought", text: "Hm." },
      { type: "tool_update", id: "call-1", status: "completed", output: "written" },
      { type: "message", text: 'Written.\n{"status":"done","summary":"all is said"}' },
      { type: "stop", reason: "end_turn" },
    ]);
  });

  it("does not do what was refused, and is flagged", async () => {
    const rig = await scriptedSession(asksToWrite, { policy: createPermissionPolicy("deny") });
    const outcome = await rig.prompt();

    expect(outcome).toMatchObject({ result: "completed", flags: ["after_denial"], permissions: { denied: 1 } });
    expect(existsSync(join(rig.cwd, "hello.txt"))).toBe(false);
  });
});

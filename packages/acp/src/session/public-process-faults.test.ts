import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { processesWithMarker } from "@agent-markup/core";
import { describe, expect, it, vi } from "vitest";
import { scriptedAgentEntry } from "../scripted-agent-entry.ts";
import { folder, openRig, type Rig, scriptedSession } from "../testing/scripted-session.ts";

// What people reported of processes that agents leave or that wait for them (agents.md 9), each by its report. That no
// process with the run's marker is left is looked at after every test.

const turn = (...steps: object[]) => ({ turns: [{ steps }] });
const quick = { configuration: { limits: { closeMs: 50, terminateMs: 100 } } };
const server = { spawn: { command: ["sleep", "1000"], setsid: true } };

/** The scripted agent below a program that starts it and waits, as `npx` does. */
async function belowLauncher(launcher: string, script: unknown): Promise<Rig> {
  const file = join(folder(), "script.json");
  writeFileSync(file, JSON.stringify(script));
  const command = ["sh", "-c", launcher, "npx", process.execPath, scriptedAgentEntry(), "--script", file];
  return openRig({ command, profile: "scripted", ...quick.configuration }, folder(), quick);
}

describe("an agent below a launcher (rust-sdk 249)", () => {
  const stays = turn({ ignore: ["end_of_input", "signals"] }, { message: "hi" });

  it.each([
    ["that hands nothing on", '"$@"; exit $?'],
    ["that dies of the first signal", 'trap "exit 1" TERM; "$@"; exit $?'],
  ])("is ended with it: one %s", async (_, launcher) => {
    const rig = await belowLauncher(launcher, stays);
    await rig.prompt();
    expect(processesWithMarker(rig.marker)).toHaveLength(2);
    await rig.session.close();
    expect(processesWithMarker(rig.marker)).toEqual([]);
  });

  it("is ended when the launcher was killed in the middle of a turn, which is told as an exit", async () => {
    const rig = await belowLauncher(
      '"$@"; exit $?',
      turn(
        { ignore: ["end_of_input", "signals"] },
        { spawn: { command: ["sh", "-c", "kill -KILL $(ps -o ppid= -p $PPID)"] } },
        { hang: true },
      ),
    );
    expect(await rig.prompt()).toMatchObject({ result: "agent_exited", error: "the agent was ended by SIGKILL" });
    expect(processesWithMarker(rig.marker)).toEqual([]);
  });
});

describe("agents one after the other and at once", () => {
  it("leave nothing, however many and however they end (zed 56146)", async () => {
    const ends = [[], [{ ignore: ["end_of_input", "signals"] }], [{ crash: { signal: "SIGKILL" } }]];
    const rigs = await Promise.all(ends.map((end) => scriptedSession(turn(server, { message: "hi" }, ...end), quick)));
    for (const rig of rigs) await rig.prompt();
    await Promise.all(rigs.map(({ session }) => session.close()));
    expect(rigs.flatMap(({ marker }) => processesWithMarker(marker))).toEqual([]);
  });
});

describe("an agent that ignores the end of its input (claude-agent-acp 681)", () => {
  it("is taken down rung by rung: cancel, answer, close, end of input, SIGTERM, SIGKILL", async () => {
    const log = join(folder(), "log.ndjson");
    const permission = { id: "c", title: "npm test", kind: "execute" };
    const rig = await scriptedSession(
      { agent: { log }, turns: [{ steps: [{ ignore: ["end_of_input", "signals"] }, server, { permission }] }] },
      {
        ...quick,
        host: {
          async permission(_request, { cancelled }) {
            if (cancelled) return { outcome: { outcome: "cancelled" }, allows: false, rule: "after_cancel" };
            queueMicrotask(() => void rig.session.close());
            return new Promise(() => {});
          },
        },
      },
    );
    expect(await rig.prompt()).toMatchObject({ result: "cancelled", permissions: { cancelled: 1 } });
    await rig.session.close();
    expect(processesWithMarker(rig.marker)).toEqual([]);
    const rungs = readFileSync(log, "utf8").trimEnd().split("\n").map(told);
    expect(rungs.slice(rungs.indexOf("session/prompt"))).toEqual([
      "session/prompt",
      "session/cancel",
      '{"outcome":{"outcome":"cancelled"}}',
      "session/close",
      "end_of_input",
      "SIGTERM",
    ]);
  });
});

describe("an agent that is gone", () => {
  it("ends the prompt that waits for it (clawbench 280)", async () => {
    const rig = await scriptedSession(turn({ message: "half a thou" }, { thought: "?" }, { hang: true }), {
      ...quick,
      host: {
        event(event) {
          const [pid = 0] = event.type === "message" ? processesWithMarker(rig.marker) : [];
          if (pid > 0) process.kill(pid, "SIGKILL");
        },
      },
    });
    expect(await rig.prompt()).toMatchObject({
      result: "agent_exited",
      text: "half a thou",
      error: "the agent was ended by SIGKILL",
    });
  });

  it("does so though a server that it started holds its output open (freebuddy 95)", async () => {
    const cwd = { command: ["sh", "-c", "touch up; exec sleep 1000"] };
    const turns = [{ index: 0, steps: [{ spawn: cwd }, { message: "up" }] }, { steps: [{ crash: { code: 3 } }] }];
    const rig = await scriptedSession({ turns }, quick);
    await rig.prompt();
    await vi.waitFor(() => expect(existsSync(join(rig.cwd, "up"))).toBe(true));
    expect(await rig.prompt()).toMatchObject({ result: "agent_exited", error: "the agent exited with status 3" });
    expect(processesWithMarker(rig.marker)).toEqual([]);
  });
});

/** A line of the agent's log in a word. */
function told(line: string): string {
  const { method, result, event, signal } = JSON.parse(line);
  return signal ?? event ?? method ?? JSON.stringify(result);
}

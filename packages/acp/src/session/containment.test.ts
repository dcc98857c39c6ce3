import { spawnSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { processesWithMarker } from "@agent-markup/core";
import { describe, expect, it, vi } from "vitest";
import { refusal } from "../testing/refusal.ts";
import { scriptedSession } from "../testing/scripted-session.ts";

const turn = (...steps: object[]) => ({ turns: [{ steps }] });
const quick = { closeMs: 50, terminateMs: 100 };
const contained = { configuration: { contain: "namespace", limits: quick } } as const;

/** Some containers allow no namespaces: then there is only the refusal to be tried. */
const isAllowed = [["--user", "--map-current-user"], []].some(
  (flags) => spawnSync("unshare", [...flags, "--pid", "--fork", "--mount-proc", "true"]).status === 0,
);

/** It keeps neither its session, nor its family, nor the marker: only the namespace holds it. */
const runaway = {
  spawn: { command: ["sh", "-c", "(env -i setsid sh -c 'trap \"\" TERM; touch away; exec sleep 1000' &)"] },
};

async function isThere(file: string): Promise<void> {
  await vi.waitFor(() => statSync(file), { timeout: 10_000, interval: 10 });
}

/** The processes that have a folder as theirs. */
function workingIn(folder: string): readonly string[] {
  const { stdout } = spawnSync(
    "sh",
    ["-c", 'for p in /proc/[0-9]*; do [ "$(readlink $p/cwd)" = "$1" ] && echo $p; done', "sh", folder],
    {
      encoding: "utf8",
    },
  );
  return stdout.split("\n").filter((line) => line !== "");
}

describe.skipIf(!isAllowed)("an agent in a PID namespace of its own", () => {
  it("works as anywhere: it is asked, allowed, and writes files that are ours", async () => {
    const call = { id: "c", title: "write", kind: "edit", tool: "write" };
    const allowed = [{ write_file: { path: "made.txt", text: "made\n" } }, { message: "made" }];
    const rig = await scriptedSession(turn({ permission: { ...call, allowed } }), contained);
    expect(await rig.prompt()).toMatchObject({ result: "completed", text: "made", permissions: { allowed: 1 } });
    expect(readFileSync(join(rig.cwd, "made.txt"), "utf8")).toBe("made\n");
    expect(statSync(join(rig.cwd, "made.txt"))).toMatchObject({ uid: process.getuid?.(), gid: process.getgid?.() });
  });

  it.each([
    ["closed", []],
    ["closed, though it minds neither the end of its input nor signals", [{ ignore: ["end_of_input", "signals"] }]],
  ])("takes all that it started with it when it is %s", async (_, steps) => {
    const rig = await scriptedSession(turn(...steps, runaway, { message: "hi" }), contained);
    await rig.prompt();
    await isThere(join(rig.cwd, "away"));
    await rig.session.close();
    expect(processesWithMarker(rig.marker)).toEqual([]);
    expect(workingIn(rig.cwd)).toEqual([]);
  });

  it("takes all that it started with it when it crashes, and says how it ended as a shell does", async () => {
    const crashes = [{ stderr: "out of memory" }, { crash: { signal: "SIGKILL" } }];
    const turns = [{ index: 0, steps: [runaway, { message: "hi" }] }, { steps: crashes }];
    const rig = await scriptedSession({ turns }, contained);
    await rig.prompt();
    await isThere(join(rig.cwd, "away"));
    const { result, error } = await rig.prompt();
    expect(result).toBe("agent_exited");
    expect(error).toContain("the agent exited with status 137; it last wrote: out of memory");
    expect(workingIn(rig.cwd)).toEqual([]);
  });
});

describe("where it cannot have one", () => {
  it("is not started, and the error says why", async () => {
    const configuration = { contain: "namespace", env: { PATH: "/nonexistent" } } as const;
    expect(await refusal(turn(), { configuration })).toMatchObject({
      code: "not_started",
      message: expect.stringMatching(
        /was not started: it cannot have a PID namespace of its own here .*unshare \(of util-linux\) was not found/,
      ),
    });
  });
});

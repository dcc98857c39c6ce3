import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { expectToldInOrder, heldRun, ranIn } from "./support/crash-held-run.ts";
import { smallDisk, whyNoSmallDisk } from "./support/crash-tmpfs.ts";
import { testProject } from "./support/project.ts";
import { runResult } from "./support/run-result.ts";

const noDisk = whyNoSmallDisk();
const nobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
const canOthersRunThisNode = spawnSync(process.execPath, ["--version"], nobody).status === 0;

describe("a full disk", () => {
  if (noDisk !== null) test.skip(noDisk, () => {});

  test.skipIf(noDisk !== null)("in the middle of a run is told as that, and with room the run goes on", () => {
    const ids = [..."ABCDEFGHIJKL"];
    const talk = `echo "$AML_STEP $AML_ATTEMPT" >> ran.txt; head -c 200000 /dev/zero | tr '\\\\0' x`;
    const steps = ids.map((id) => `<step node="${id}" type="tool">\n\`\`\`bash\n${talk}\n\`\`\`\n</step>`);
    const text = `<skill impl="dde-simple">\nflowchart LR\n${ids.join(" --> ")}\n${steps.join("\n")}\n</skill>\n`;
    const project = testProject({ "talk.md": text });
    const disk = smallDisk(project.path(".aml"), "1m");
    const full = project.aml("run", "talk.md", "--trust", "trusted", "--json");
    expectToldInOrder(full, "the disk is full");
    const [, run = ""] = /^run (\S+)/.exec(full.stderr) ?? [];
    disk.resize("64m");
    const resumed = runResult(project.aml("resume", run, "--json"));
    expect(resumed.status).toBe("done");
    for (const { id, status, attempt } of resumed.plans[0]?.nodes ?? []) {
      expect([id, status]).toEqual([id, "done"]);
      expect(ranIn(project).filter((line) => line === `${id} ${attempt}`)).toHaveLength(1);
    }
  });

  test.skipIf(noDisk !== null)("before the first run is told as that", () => {
    const project = testProject({ "a.mmd": 'flowchart LR\n  A@{ label: a, type: tool, run: "true" }\n' });
    const disk = smallDisk(project.path(".aml"), "16k");
    expectToldInOrder(project.aml("run", "a.mmd", "--trust", "trusted"), "the disk is full");
    disk.resize("16m");
    expect(project.aml("run", "a.mmd", "--trust", "trusted")).toMatchObject({ status: 0 });
  });
});

describe("a state file that may only be read", () => {
  if (!canOthersRunThisNode) test.skip("this Node is in a folder that only its owner may enter", () => {});

  test.runIf(canOthersRunThisNode).each(["status", "resume"])("is told as that by aml %s", async (command) => {
    const { project, id, release } = await heldRun();
    await release();
    expectToldInOrder(project.amlUnprivileged(command, id), "cannot be written: check its permissions");
  });
});

describe("a state file that another program has locked", () => {
  test("for a while is waited for", async () => {
    const { project, release } = await heldRun();
    const lock = await lockedBy(project.path(".aml/state.db"));
    const ended = release();
    await delay(1_500);
    lock.release();
    expect(await ended).toMatchObject({ status: 0 });
    expect(ranIn(project)).toEqual(["A 1", "B 1", "C 1"]);
  });

  test.runIf(process.env.AML_LONG === "1")(
    "for too long ends the drive with that reason, and the run goes on when the lock is gone",
    async () => {
      const { project, id, release } = await heldRun();
      const lock = await lockedBy(project.path(".aml/state.db"));
      expectToldInOrder(await release(), "is locked by another process for too long");
      lock.release();
      expect(runResult(project.aml("resume", id, "--json"))).toMatchObject({ status: "done" });
      // What the second step came to could not be kept, so that it ran again; the first was.
      expect(ranIn(project)).toEqual(["A 1", "B 1", "B 2", "C 1"]);
    },
  );
});

/** The file locked by the program that people use for such files, until it is let go. */
async function lockedBy(file: string): Promise<{ release(): void }> {
  const other = spawn("sqlite3", [file], { stdio: ["pipe", "pipe", "inherit"] });
  onTestFinished(() => void other.kill("SIGKILL"));
  other.stdin.write("BEGIN IMMEDIATE;\nSELECT 'locked';\n");
  await once(other.stdout, "data");
  return { release: () => other.stdin.end("ROLLBACK;\n") };
}

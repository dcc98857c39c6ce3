import { appendFileSync, existsSync, readdirSync, rmSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { smallDisk, whyNoSmallDisk } from "./support/crash-tmpfs.ts";
import { type TestProject, testProject } from "./support/project.ts";
import { runResult } from "./support/run-result.ts";

const example = "examples/review-with-agent";
const review = ["run", `${example}/review.md`, "--trust", "trusted", "--json"];
const allowing = [...review, "--permissions", "allow_once"];
const scripted = { profile: "scripted", script: `${example}/script.json` };

function reviewProject(): TestProject {
  const project = testProject();
  project.copy(example);
  project.write("aml.config.json", JSON.stringify({ agents: { reviewer: scripted } }));
  return project;
}

/** Whatever starts it leaves a file. */
function withTrap(project: TestProject): TestProject {
  const trap = { command: ["sh", "-c", "touch started"], profile: "generic" };
  project.write("aml.config.json", JSON.stringify({ agents: { reviewer: trap } }));
  return project;
}

/** Nodes of the plan without what differs from run to run. */
function nodesOf(project: TestProject, ...args: readonly string[]) {
  const { plans } = runResult(project.aml(...args));
  return plans[0]?.nodes.map(({ id, status, attempt, output }) => ({ id, status, attempt, output }));
}

describe("aml run --record, then --replay", () => {
  test("comes to the same steps with no agent started and nothing written, and says that it is a replay", () => {
    const project = reviewProject();
    const recorded = nodesOf(project, ...allowing, "--record", "rec");
    expect(readdirSync(project.path("rec"))).toEqual(["prompts.jsonl"]);
    const elsewhere = withTrap(testProject());
    elsewhere.copy(example);
    elsewhere.write("rec/prompts.jsonl", project.read("rec/prompts.jsonl"));
    const replayed = elsewhere.aml(...allowing, "--replay", "rec");
    const result = runResult(replayed);
    expect(result).toMatchObject({
      status: "done",
      recording: { mode: "replay", folder: elsewhere.path("rec") },
      permissions: { asked: 1, allowed: 1 },
    });
    expect(nodesOf(elsewhere, "status", result.run ?? "", "--json")).toEqual(recorded);
    expect(existsSync(elsewhere.path("started"))).toBe(false);
    expect(existsSync(elsewhere.path(`${example}/out`))).toBe(false);
    const told = `a replay of ${elsewhere.path("rec")}: no agent`;
    expect(elsewhere.aml("status", result.run ?? "").stdout).toContain(told);
    expect(elsewhere.aml("log", result.run ?? "").stdout).toContain(told);
    expect(elsewhere.aml("audit", "verify", result.run ?? "").status).toBe(0);
  });

  test("needs no configured agent, and a policy all the same", () => {
    const project = reviewProject();
    project.aml(...allowing, "--record", "rec");
    project.write("aml.config.json", "{}");
    expect(runResult(project.aml(...allowing, "--replay", "rec")).status).toBe("done");
    const undecided = project.aml(...review, "--replay", "rec");
    expect(undecided.status).toBe(2);
    expect(runResult(undecided).diagnostics[0]).toMatchObject({ code: "AML5101" });
  });

  test("under another policy the run fails, and its record holds the decision", () => {
    const project = reviewProject();
    project.aml(...allowing, "--record", "rec");
    const denied = project.aml(...review, "--permissions", "deny", "--replay", "rec");
    expect(denied.status).toBe(1);
    const result = runResult(denied);
    expect(result).toMatchObject({
      status: "failed",
      error: { code: "ReplayMismatch" },
      permissions: { asked: 1, denied: 1 },
    });
    expect(project.aml("audit", "show", result.run ?? "").stdout).toContain("refused by policy (policy deny)");
  });

  test("of a document that was changed fails at the first prompt that differs", () => {
    const project = reviewProject();
    project.aml(...allowing, "--record", "rec");
    const file = `${example}/review.md`;
    project.write(file, project.read(file).replace("Name each fault", "List each fault"));
    const result = runResult(project.aml(...allowing, "--replay", "rec"));
    expect(result.error).toMatchObject({ code: "ReplayMismatch", path: "0.0.0/A" });
    expect(result.error?.message).toMatch(/line 5 was ".*Name each fault.*" and is ".*List each fault/);
  });

  test.each<[string, readonly string[], string]>([
    ["both at once", ["--record", "a", "--replay", "b"], "cannot be used with"],
    ["a recording that is not there", ["--replay", "nowhere"], "there is no recording in"],
    ["a folder with other files", ["--record", example], "holds other files"],
  ])("refuse %s, and nothing is run", (_, flags, message) => {
    const project = reviewProject();
    const refused = project.aml(...allowing, ...flags);
    expect(refused.status).toBe(2);
    expect(refused.stderr).toContain(message);
    expect(project.aml("status", "--json").stdout).toContain('"runs":[]');
  });

  test("has nothing to record where no agent is configured", () => {
    const project = testProject();
    project.copy(example);
    const refused = project.aml(...allowing, "--record", "rec");
    expect(refused.status).toBe(2);
    expect(refused.stderr).toContain("there is nothing to record: no agent is configured");
  });

  test("keeps what the configuration gives to agents out of the recording", () => {
    const project = reviewProject();
    const agents = { reviewer: { ...scripted, env: { API_KEY: "zero divisor" } } };
    project.write("aml.config.json", JSON.stringify({ agents }));
    project.aml(...allowing, "--record", "rec");
    expect(project.read("rec/prompts.jsonl")).not.toContain("zero divisor");
    expect(project.read("rec/prompts.jsonl")).toContain("[redacted]");
  });
});

test("the recording that ships with the example replays with no agent configured", () => {
  const project = testProject();
  project.copy(example);
  const replayed = project.aml(...allowing, "--replay", `${example}/recording`);
  expect(replayed.status).toBe(0);
  const result = runResult(replayed);
  expect(result).toMatchObject({ status: "done", permissions: { asked: 1, allowed: 1 } });
  expect(result.output.text).toContain(`${example}/out/findings.md`);
  expect(existsSync(project.path(`${example}/out`))).toBe(false);
});

describe("a recorded run that is killed", () => {
  const crash = (project: TestProject, point: string, ...flags: readonly string[]) =>
    project.start({ AML_CRASH_AT: point }, ...allowing, ...flags).finished;
  const runOf = (stderr: string) => /^run (\S+)/.exec(stderr)?.[1] ?? "";

  test.each(["prompt-recorded:2", "agent-replied:2", "reply-recorded", "agent-replied"])(
    "at %s goes on with its recording, which then replays as one",
    async (point) => {
      const project = reviewProject();
      const killed = await crash(project, point, "--record", "rec");
      expect(killed.signal).toBe("SIGKILL");
      // A kill in the middle of writing leaves a part of a line.
      if (existsSync(project.path("rec/prompts.jsonl")))
        appendFileSync(project.path("rec/prompts.jsonl"), '{"path":"0.0');
      const resumed = runResult(project.aml("resume", runOf(killed.stderr), "--json"));
      expect(resumed).toMatchObject({ status: "done", recording: { mode: "record" } });
      const replayed = runResult(withTrap(project).aml(...allowing, "--replay", "rec"));
      expect(replayed).toMatchObject({ status: "done", output: resumed.output });
      expect(existsSync(project.path("started"))).toBe(false);
    },
  );

  test("and whose recording is gone since is not gone on with: what is left would be another run", async () => {
    const project = reviewProject();
    const killed = await crash(project, "reply-recorded", "--record", "rec");
    rmSync(project.path("rec"), { recursive: true });
    const resumed = project.aml("resume", runOf(killed.stderr));
    expect([resumed.status, resumed.stderr]).toEqual([2, expect.stringContaining("is not in")]);
    expect(existsSync(project.path("rec"))).toBe(false);
  });

  test.each(["prompt-recorded:2", "agent-replied", "permission-recorded", "step-performed"])(
    "while it is replayed, at %s, is resumed as a replay of the same recording",
    async (point) => {
      const project = reviewProject();
      const recorded = runResult(project.aml(...allowing, "--record", "rec"));
      const killed = await crash(withTrap(project), point, "--replay", "rec");
      expect(killed.signal).toBe("SIGKILL");
      const resumed = runResult(project.aml("resume", runOf(killed.stderr), "--json"));
      expect(resumed).toMatchObject({ status: "done", output: recorded.output, recording: { mode: "replay" } });
      expect(existsSync(project.path("started"))).toBe(false);
    },
  );
});

describe("a disk that is full", () => {
  const noDisk = whyNoSmallDisk();
  if (noDisk !== null) test.skip(noDisk, () => {});

  test.skipIf(noDisk !== null)("stops a recorded run, which says so and goes on with room, its recording whole", () => {
    const project = reviewProject();
    const turns = [
      { match: "step 1 of 2", steps: [{ message: "short" }, { done: "looked" }] },
      { steps: [{ message: "x".repeat(60_000) }, { done: "wrote" }] },
    ];
    project.write(`${example}/script.json`, JSON.stringify({ turns }));
    const disk = smallDisk(project.path("rec"), "16k");
    const full = project.aml(...allowing, "--record", "rec");
    expect(full.status).toBe(2);
    expect(full.stderr).toMatch(/aml: the recording in \S+ cannot be written: ENOSPC/);
    disk.resize("4m");
    const [, run = ""] = /^run (\S+)/.exec(full.stderr) ?? [];
    expect(runResult(project.aml("resume", run, "--json")).status).toBe("done");
    expect(runResult(withTrap(project).aml(...allowing, "--replay", "rec")).status).toBe("done");
    expect(project.read("rec/prompts.jsonl").trimEnd().split("\n")).toHaveLength(3);
  });
});

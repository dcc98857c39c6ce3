import { chmodSync, readFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { type Finished, repository, type TestProject, testProject } from "./support/project.ts";
import { runResult } from "./support/run-result.ts";

const scriptedAgent = join(repository, "packages/cli/dist/scripted-agent.js");

/** Elsewhere on the machine than the project. */
const elsewhere = () => testProject({ "bin/README": "" });

/** Installs an agent that plays a script in the place of the real one, and notes each start beside itself. */
function install(on: TestProject, program: string): string {
  const modes = { current: "yolo", available: ["default", "yolo"] };
  const turns = [{ match: "Look at it.", steps: [{ message: "Looked." }] }];
  const script = on.write(`${program}.json`, JSON.stringify({ agent: { modes }, turns }));
  const command = `exec ${process.execPath} ${scriptedAgent} --script ${script}`;
  const file = on.write(program, `#!/bin/sh\necho started >> "${on.path(program)}.started"\n${command}\n`);
  chmodSync(file, 0o755);
  return file;
}

const starts = (file: string) => readFileSync(`${file}.started`, "utf8").trim().split("\n").length;

function project(agents: object = {}): TestProject {
  return testProject({
    "a.md": '<tool allow="view"><agent name="reviewer">Look at it.</agent></tool>',
    "grant.json": JSON.stringify({ capabilities: { allow: ["fs:read"] } }),
    "aml.config.json": JSON.stringify({ agents }),
  });
}

/** With the folder of a program first on the PATH. */
function aml(on: TestProject, program: string, ...args: readonly string[]): Finished {
  return on.amlWith({ PATH: [dirname(program), process.env.PATH].join(delimiter) }, ...args);
}

const trusted = ["run", "a.md", "--trust", "trusted", "--permissions", "deny", "--json"];
const cautious = ["run", "a.md", "--trust", "semi-trusted", "--permissions", "deny", "--rules", "grant.json", "--json"];

describe("an agent that is configured by its profile", () => {
  test("is found on the PATH, and held to the mode that its profile pins", () => {
    const gemini = install(elsewhere(), "bin/gemini");
    const on = project({ reviewer: { profile: "gemini" } });
    const result = runResult(aml(on, gemini, ...trusted));
    expect(result).toMatchObject({ status: "done", output: { text: "Looked." } });
    expect(on.aml("log", result.run ?? "", "--json").stdout).not.toContain('"mode":"yolo"');
  });

  test("is found in node_modules of the project, and runs a document that an agent file describes", () => {
    const on = project({ "*": { profile: "gemini" } });
    install(on, "node_modules/.bin/gemini");
    on.write(".claude/agents/reviewer.md", "---\nname: reviewer\n---\nYou review.");
    expect(runResult(on.aml(...trusted)).status).toBe("done");
  });

  test("that is nowhere fails the prompt with what was looked for", () => {
    const failed = runResult(project({ reviewer: { profile: "gemini" } }).aml(...trusted));
    expect(failed).toMatchObject({
      status: "failed",
      error: { message: expect.stringContaining("there is no gemini on the PATH or in node_modules/.bin") },
    });
  });
});

describe("an agent that nobody configured", () => {
  test("is named by the error, with the line to add", () => {
    const gemini = install(elsewhere(), "bin/gemini");
    const refused = runResult(aml(project(), gemini, ...trusted));
    expect(refused.diagnostics).toMatchObject([
      {
        code: "AML5105",
        help: 'found on this machine: gemini; add "agents": { "reviewer": { "profile": "gemini" } } to aml.config.json, or "*" for every name, or give --agent gemini',
      },
    ]);
    expect(aml(project(), gemini, "plan", "a.md").stdout).toContain("found on this machine: gemini");
  });

  test("runs where the command line names it, in a project that nobody trusts too", () => {
    const gemini = install(elsewhere(), "bin/gemini");
    const on = project();
    expect(runResult(aml(on, gemini, ...cautious, "--agent", "gemini")).status).toBe("done");
    expect(starts(gemini)).toBe(1);
  });

  test("runs with the command and the policy of the documentation, and not without that policy", () => {
    const page = readFileSync(join(repository, "docs/finding-agents.md"), "utf8");
    const [, command = ""] = /^ {4}aml (run .*--agent gemini)$/m.exec(page) ?? [];
    const [, policy = ""] = /```json\n(.*"capabilities".*)\n```/.exec(page) ?? [];
    const gemini = install(elsewhere(), "bin/gemini");
    const on = project();
    on.write("review.md", on.read("a.md"));
    on.write("policy.json", policy);
    expect(runResult(aml(on, gemini, ...command.split(" "), "--json")).status).toBe("done");
    const ungranted = command.replace(" --rules policy.json", "");
    expect(runResult(aml(on, gemini, ...ungranted.split(" "), "--json")).diagnostics).toMatchObject([
      { code: "AML5106" },
    ]);
  });

  test("is not one that an untrusted project brought along, on the PATH or in its node_modules", () => {
    const on = project();
    const gemini = install(on, "node_modules/.bin/gemini");
    const refused = aml(on, gemini, ...cautious, "--agent", "gemini");
    expect(refused).toMatchObject({ status: 2, stderr: expect.stringContaining('no agent "gemini" is configured') });
    expect(() => starts(gemini)).toThrow("ENOENT");
    expect(runResult(aml(on, gemini, ...trusted, "--agent", "gemini")).status).toBe("done");
  });
});

/** A project in a repository of several, whose programs above the project `npm run` has put on the PATH. */
function monorepo() {
  const on = project();
  on.write(".git/HEAD", "");
  on.write("packages/a/aml.config.json", "{}");
  const programs = on.path("node_modules/.bin");
  return { on, programs, probe: () => on.amlIn("packages/a", "agents", "--probe", "gemini") };
}

describe("what lies above a project that nobody trusts", () => {
  test("is not started by a probe", () => {
    const { on, programs, probe } = monorepo();
    const planted = install(on, "node_modules/.bin/gemini");
    vi.stubEnv("PATH", [programs, process.env.PATH].join(delimiter));
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(probe()).toMatchObject({ status: 1, stdout: expect.stringContaining("known, and not found here") });
    expect(() => starts(planted)).toThrow("ENOENT");
    on.amlIn("packages/a", "trust");
    expect(probe().status).toBe(0);
  });

  test("is not what an agent finds that looks up a program itself", () => {
    const { on, programs, probe } = monorepo();
    const planted = install(on, "node_modules/.bin/helper");
    const place = elsewhere();
    const helper = install(place, "late/helper");
    const gemini = place.write("bin/gemini", '#!/usr/bin/env sh\nexec helper "$@"\n');
    chmodSync(gemini, 0o755);
    vi.stubEnv("PATH", [programs, dirname(gemini), dirname(helper), process.env.PATH].join(delimiter));
    onTestFinished(() => void vi.unstubAllEnvs());
    on.write("packages/a/a.md", on.read("a.md"));
    on.write("packages/a/grant.json", on.read("grant.json"));
    expect(probe().status).toBe(0);
    expect(runResult(on.amlIn("packages/a", ...cautious, "--agent", "gemini")).status).toBe("done");
    expect(() => starts(planted)).toThrow("ENOENT");
    expect(starts(helper)).toBe(2);
  });
});

describe("aml agents", () => {
  test("shows what is installed, with the version of its package, and probes it", () => {
    const place = elsewhere();
    const gemini = install(place, "node_modules/@google/gemini-cli/gemini");
    place.write("node_modules/@google/gemini-cli/package.json", '{ "version": "9.8.7" }');
    const listed = JSON.parse(aml(project(), gemini, "agents", "--json").stdout);
    expect(listed.agents.find(({ name }: { name: string }) => name === "gemini")).toMatchObject({
      source: "profile",
      program: gemini,
      via: "path",
      version: "9.8.7",
      problem: null,
    });
    expect(listed.agents.find(({ name }: { name: string }) => name === "codex")).toMatchObject({
      via: null,
      problem: expect.stringContaining("not found"),
    });
    expect(() => starts(gemini)).toThrow("ENOENT");
    const probed = aml(project(), gemini, "agents", "--probe", "gemini");
    expect(probed).toMatchObject({ status: 0, stdout: expect.stringContaining("modes: default, yolo (now yolo)") });
    expect(starts(gemini)).toBe(1);
  });
});

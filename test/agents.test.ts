import { chmodSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { type Finished, repository, type TestProject, testProject } from "./support/project.ts";

const scriptedAgent = join(repository, "packages/cli/dist/scripted-agent.js");
const quiet = JSON.stringify({
  agent: { modes: { current: "ask", available: ["ask"] }, signIn: [{ name: "API key", description: "set SOME_KEY" }] },
  turns: [],
});
const loggedOut = JSON.stringify({
  agent: {
    signIn: [{ name: "API key", description: "set SOME_KEY" }],
    answers: { "session/new": { error: { code: -32000, message: "Authentication required" } } },
  },
  turns: [],
});

/** Two configured agents, of which one wants a log-in, and one that is nowhere. */
function project(): TestProject {
  const on = testProject({
    "quiet.json": quiet,
    "out.json": loggedOut,
    "aml.config.json": JSON.stringify({
      agents: {
        writer: { profile: "scripted", script: "quiet.json", model: "m" },
        reviewer: { profile: "scripted", command: ["./agent", "--script", "out.json"] },
        gone: { command: ["no-such-program-anywhere"] },
      },
    }),
  });
  on.write("agent", `#!/bin/sh\necho >> started\nexec ${process.execPath} ${scriptedAgent} "$@"\n`);
  chmodSync(on.path("agent"), 0o755);
  return on;
}

interface Listed {
  readonly version: number;
  readonly trusted: boolean;
  readonly agents: readonly { readonly name: string; readonly source: string; readonly probe: unknown }[];
  readonly files: readonly object[];
}

/** The JSON of `aml agents`, which has to be of the published shape. */
function list({ stdout }: Finished): Listed {
  const listed: Listed = JSON.parse(stdout);
  const schema = JSON.parse(readFileSync(join(repository, "spec/agent-list.schema.json"), "utf8"));
  const validate = new Ajv2020({ strict: false, allErrors: true }).compile(schema);
  expect([validate(listed), validate.errors]).toEqual([true, null]);
  return listed;
}

const named = (listed: Listed, name: string) => listed.agents.find((agent) => agent.name === name);

describe("aml agents", () => {
  test("lists what is configured with what was found of it, and starts nothing", () => {
    const on = project();
    on.aml("trust");
    const finished = on.aml("agents", "--json");
    expect(finished).toMatchObject({ status: 0, stderr: "" });
    const listed = list(finished);
    expect(listed).toMatchObject({ version: 1, trusted: true });
    expect(named(listed, "writer")).toMatchObject({
      source: "configuration",
      via: "command",
      model: "m",
      problem: null,
    });
    expect(named(listed, "reviewer")).toMatchObject({ profile: "scripted", program: on.path("agent"), problem: null });
    expect(named(listed, "gone")).toMatchObject({ via: null, problem: "no-such-program-anywhere was not found" });
    expect(() => on.read("started")).toThrow("ENOENT");
  });

  test("--probe asks each that can be started what it is, and ends it", () => {
    const on = project();
    on.aml("trust");
    const probed = on.aml("agents", "--probe", "--json");
    expect(probed).toMatchObject({ status: 1, stderr: expect.stringContaining("probing writer ...") });
    const listed = list(probed);
    expect(named(listed, "writer")?.probe).toMatchObject({
      state: "ready",
      version: "1",
      modes: { current: "ask", available: ["ask"] },
    });
    expect(named(listed, "reviewer")?.probe).toMatchObject({
      state: "needs_login",
      problem: expect.stringContaining("API key: set SOME_KEY"),
    });
    expect(named(listed, "gone")?.probe).toBeNull();
  });

  test("--probe NAME asks one, and its exit code says whether that is ready", () => {
    const on = project();
    on.aml("trust");
    const ready = on.aml("agents", "--probe", "writer");
    expect(ready).toMatchObject({ status: 0, stdout: expect.stringMatching(/writer[^\n]*\n {4}ready/) });
    expect(ready.stdout).toContain("modes: ask (now ask)");
    expect(on.aml("agents", "--probe", "gone").status).toBe(1);
    const unknown = on.aml("agents", "--probe", "nobody");
    expect(unknown).toMatchObject({ status: 2, stdout: "", stderr: expect.stringContaining("writer, reviewer, gone") });
  });

  test("an agent of a project that nobody trusts is listed and never started", () => {
    const on = project();
    const probed = on.aml("agents", "--probe", "reviewer", "--json");
    expect(probed.status).toBe(1);
    const listed = list(probed);
    expect(listed.trusted).toBe(false);
    expect(named(listed, "reviewer")).toMatchObject({ problem: expect.stringContaining("aml trust"), probe: null });
    expect(() => on.read("started")).toThrow("ENOENT");
  });

  test("lists the agents that files describe, what each runs on, and what is wrong with one", () => {
    const on = project();
    on.write(".claude/agents/reviewer.md", "---\nname: reviewer\ndescription: Reviews.\ntools: Read\n---\nYou review.");
    on.write(".github/agents/reviewer.agent.md", "---\nname: reviewer\n---\nYou, too.");
    on.write(".agents/agents/broken.md", "no front matter");
    const describedAs = () => list(on.aml("agents", "--json")).files;
    const untrusted = expect.stringContaining("nobody has trusted this project");
    expect(describedAs()).toMatchObject([
      { name: "broken", problem: "it has no front matter" },
      { name: "reviewer", runsOn: null, problem: untrusted },
    ]);
    on.aml("trust");
    expect(describedAs()[1]).toEqual({
      name: "reviewer",
      file: ".claude/agents/reviewer.md",
      layer: "project",
      description: "Reviews.",
      model: null,
      tools: ["Read"],
      runsOn: "reviewer",
      hides: [".github/agents/reviewer.agent.md"],
      problem: null,
    });
    expect(on.aml("agents").stdout).toMatch(/described by files\n {2}broken[^\n]*\n {4}it has no front matter/);
    on.write("aml.config.json", JSON.stringify({ agents: { writer: { command: ["x"] } } }));
    on.aml("trust");
    expect(describedAs()[1]).toMatchObject({ runsOn: null, problem: expect.stringContaining("no configured agent") });
  });

  test("says where to configure one when none is", () => {
    const empty = testProject().aml("agents");
    expect(empty).toMatchObject({ status: 0, stdout: expect.stringContaining('"agents" in aml.config.json') });
  });
});

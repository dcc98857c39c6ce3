import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { repository, type TestProject, testProject } from "./support/project.ts";

/** Each in another place of the configuration, so that the one that gets out tells where it came from. */
const secrets = {
  env: "sk-env-0815-x7",
  inherited: "sk-inherited-0815-x7",
  named: "sk-named-0815-x7",
  serverEnv: "sk-server-env-0815-x7",
  header: "Bearer sk-header-0815-x7",
};
const all = Object.values(secrets);
const environment = { OWN_API_KEY: secrets.inherited, SHARED_TOKEN: secrets.named };

const settings = {
  env: { API_KEY: secrets.env },
  inheritEnv: ["OWN_API_KEY"],
  mcpServers: {
    issues: { command: "true", env: { ISSUES_TOKEN: secrets.serverEnv } },
    notes: { url: "http://127.0.0.1:1/mcp", headers: { Authorization: secrets.header } },
  },
};
const answers = {
  initialize: { result: { protocolVersion: 1, agentCapabilities: { mcpCapabilities: { http: true } } } },
};

/** Everything that an agent can say, full of them. */
const said = all.join(" and ");
const call = { id: "c", title: `echo ${said}`, kind: "execute", tool: "bash", input: { command: said, [said]: said } };
const leaks = [
  { stderr: `warning: ${said}` },
  { garbage: `log: ${said}` },
  { wrong_id: said },
  { message: `the keys are ${said}` },
  { thought: said },
  { plan: [said] },
  { tool_call: call },
  { permission: { ...call, options: [{ optionId: "y", name: said, kind: "allow_once" }] } },
  { tool_update: { id: "c", status: "completed", output: said } },
  { update: { sessionUpdate: "usage_update", note: said } },
  { update: { sessionUpdate: said } },
  { request: { method: "fs/write_text_file", params: { path: said, content: said } } },
  { notification: { method: "_vendor/log", params: { said } } },
];

function leakyProject(last: object, agent: object = {}): TestProject {
  const script = { agent: { answers, ...agent }, turns: [{ steps: [...leaks, last] }] };
  const agents = { worker: { profile: "scripted", script: "script.json", ...settings } };
  return testProject({
    "a.md": '<agent name="worker">Work.</agent>\n',
    "script.json": JSON.stringify(script),
    "aml.config.json": JSON.stringify({ environment: ["SHARED_TOKEN"], agents }),
  });
}

const flags = ["--trust", "trusted", "--permissions", "allow_once"];

/** What was written below `.aml`, by the name of the file, as far as it holds a secret. */
function leakedBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => {
    if (!entry.isFile()) return [];
    const bytes = readFileSync(join(entry.parentPath, entry.name));
    return all.filter((secret) => bytes.includes(secret)).map((secret) => `${secret} in ${entry.name}`);
  });
}

/** What a command printed, which must have said something and none of them. */
function expectSaysNone({ stdout, stderr }: { readonly stdout: string; readonly stderr: string }): void {
  expect(stdout + stderr).not.toMatch(/^\s*$/);
  expect(all.filter((secret) => (stdout + stderr).includes(secret))).toEqual([]);
}

function expectNoneGotOut(project: TestProject, run: string): void {
  expect(leakedBelow(project.path(".aml"))).toEqual([]);
  for (const command of [
    ["status", run],
    ["status", run, "--json"],
    ["log", run],
    ["log", run, "--json"],
    ["audit", "show", run],
    ["audit", "show", run, "--json"],
    ["export", run],
  ])
    expectSaysNone(project.amlWith(environment, ...command));
}

describe("secrets of the configuration that an agent repeats are written nowhere", () => {
  test.each([
    ["that does what it was asked", { message: `done, with ${said}` }, "done"],
    ["that ends with an error", { error: { code: 7, message: said, data: { said } } }, "failed"],
    ["that crashes and says why", { crash: { code: 9 } }, "failed"],
    ["that stops for a reason of its own", { stop: said }, "failed"],
  ])("by an agent %s", (_, last, status) => {
    const project = leakyProject(last);
    const finished = project.amlWith(environment, "run", "a.md", ...flags, "--json");
    const result = JSON.parse(finished.stdout);
    expect(result.status).toBe(status);
    expectSaysNone(finished);
    expectNoneGotOut(project, result.run);
    // It was said, and taken out: the files are not empty of what stood around them.
    const transcript = readdirSync(project.path(`.aml/transcripts/${result.run}`))[0] ?? "";
    expect(project.read(`.aml/transcripts/${result.run}/${transcript}`)).toContain(
      "the keys are [redacted] and [redacted]",
    );
  });

  test("by an agent that does not start", () => {
    const crashes = { initialize: { steps: [{ stderr: said }, { crash: { code: 1 } }] } };
    const project = leakyProject({ message: "never" }, { answers: crashes });
    const finished = project.amlWith(environment, "run", "a.md", ...flags, "--json");
    const { run, status } = JSON.parse(finished.stdout);
    expect(status).toBe("failed");
    expectSaysNone(finished);
    expect(finished.stdout).toContain("[redacted]");
    expectNoneGotOut(project, run);
  });

  test("in a terminal, step by step", () => {
    expectSaysNone(leakyProject({ message: said }).amlWith(environment, "run", "a.md", ...flags));
  });
});

const step = (id: string, attributes: string, content = "") =>
  `<step node="${id}" type="tool" ${attributes}>${content}</step>\n`;
const diagram = (steps: string) => `<skill impl="dde-advanced">\nflowchart LR\n  A --> B\n${steps}</skill>\n`;

const block = (given: object) => `\n\`\`\`json\n${JSON.stringify(given)}\n\`\`\`\n`;

describe("secrets of the configuration that a tool gives back are written nowhere", () => {
  test("by a script that prints them, on both outputs, and to the step behind it", () => {
    const project = testProject({
      "a.md": diagram(
        step("A", `run='echo "on stdout $SHARED_TOKEN"; echo "on stderr $SHARED_TOKEN" >&2'`) +
          step("B", `run='cat; echo "last words $SHARED_TOKEN" >&2; exit 7'`),
      ),
      "aml.config.json": JSON.stringify({ environment: ["SHARED_TOKEN"] }),
    });
    const finished = project.amlWith(environment, "run", "a.md", "--trust", "trusted", "--json");
    const { run, plans } = JSON.parse(finished.stdout);
    expect(plans[0].nodes).toMatchObject([
      { output: { text: "on stdout [redacted]\n" } },
      { status: "blocked", error: expect.stringContaining("last words [redacted]") },
    ]);
    expectSaysNone(finished);
    expectNoneGotOut(project, run);
  });

  test("by a server of tools that is asked for what it was given", () => {
    const server = join(repository, "packages/core/src/tools/mcp/fixtures/server.mjs");
    const given = { command: process.execPath, args: [server], env: { ISSUES_TOKEN: `\${SHARED_TOKEN}` } };
    const project = testProject({
      "a.md": diagram(
        step("A", 'tools="mcp/notes/where"', block({})) +
          step("B", 'tools="mcp/notes/echo"', block({ text: "{steps.A.output}" })),
      ),
      ".mcp.json": JSON.stringify({ mcpServers: { notes: given } }),
    });
    const finished = project.amlWith(environment, "run", "a.md", "--trust", "trusted", "--json");
    const { run, output } = JSON.parse(finished.stdout);
    expect(output.text).toContain("[redacted]");
    expectSaysNone(finished);
    expectNoneGotOut(project, run);
  });
});

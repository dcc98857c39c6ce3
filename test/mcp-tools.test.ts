import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { repository, type TestProject, testProject } from "./support/project.ts";
import { runResult } from "./support/run-result.ts";

const fixture = join(repository, "packages/core/src/tools/mcp/fixtures/server.mjs");
const document = (tool: string, given: object) =>
  `<skill impl="dde-advanced">\nflowchart LR\n  A --> B\n<step node="A" type="tool" run="echo hello"/>\n` +
  `<step node="B" type="tool" tools="${tool}">\n\`\`\`json\n${JSON.stringify(given)}\n\`\`\`\n</step>\n</skill>\n`;

/** A project with the server `notes`, which notes in `log` that it was started and what it was asked. */
function withServer(files: Record<string, string> = {}): TestProject {
  const project = testProject({ "run.md": document("mcp/notes/echo", { text: "{steps.A.output}" }), ...files });
  const server = { command: process.execPath, args: [fixture, "", project.path("log")] };
  if (files[".mcp.json"] === undefined) project.write(".mcp.json", JSON.stringify({ mcpServers: { notes: server } }));
  return project;
}

describe("a step that calls a tool of an MCP server", () => {
  test("runs in a trusted run, and the server ends with the run", () => {
    const project = withServer();
    const result = runResult(project.aml("run", "run.md", "--trust", "trusted", "--json"));
    expect(result).toMatchObject({ status: "done", output: { text: "hello\n" } });
    const log = project.read("log").trimEnd().split("\n");
    expect(log.slice(1)).toEqual([
      "initialize",
      "notifications/initialized",
      "tools/list",
      "tools/list",
      "tools/call",
      "input ended",
    ]);
    const pid = Number(log[0]?.replace("started ", ""));
    expect(() => process.kill(pid, 0)).toThrow("ESRCH");
  });

  test("is refused in a run that is not trusted, and nothing starts", () => {
    const project = withServer();
    const { status, stdout } = project.aml("run", "run.md", "--trust", "semi-trusted");
    expect(status).toBe(1);
    expect(stdout).toContain("is used only in a trusted run");
    expect(existsSync(project.path("log"))).toBe(false);
  });

  test("is not made under a policy that denies it", () => {
    const project = withServer({
      "run.md": document("mcp/notes/echo", { text: "x" }).replace('type="tool" run="echo hello"', 'type="pass"'),
    });
    const run = project.aml("run", "run.md", "--trust", "trusted", "--permissions", "deny", "--json");
    expect(runResult(run)).toMatchObject({ permissions: { asked: 1, allowed: 0, denied: 1 } });
    expect(existsSync(project.path("log"))).toBe(false);
  });

  test("shows in the plan with what it can do, and starts nothing", () => {
    const project = withServer();
    const { status, stdout } = project.aml("plan", "run.md", "--format", "json");
    expect(status).toBe(0);
    expect(stdout).toContain("mcp/notes/echo");
    expect(existsSync(project.path("log"))).toBe(false);
  });

  test("of a server that is not there is an error that names those that are", () => {
    const { status, stdout } = withServer({ "run.md": document("mcp/other/echo", {}) }).aml(
      "run",
      "run.md",
      "--trust",
      "trusted",
    );
    expect(status).toBe(1);
    expect(stdout).toContain(".mcp.json has no MCP server other that can be used; there are: notes");
  });

  test("is an error with its place where .mcp.json has a fault", () => {
    const project = withServer({ ".mcp.json": '{\n  "mcpServers": { "notes": { "command": [] } }\n}\n' });
    const { status, stdout } = project.aml("run", "run.md", "--trust", "trusted");
    expect(status).toBe(1);
    expect(stdout).toContain("`mcpServers.notes.command` must be a string");
    expect(stdout).toContain(".mcp.json:2:41");
  });
});

test("a fault in .mcp.json does not matter to a document that calls no server", () => {
  const project = withServer({
    "run.md": "flowchart LR\n",
    "plain.mmd": 'flowchart LR\n  A@{ type: tool, run: "true" }\n',
    ".mcp.json": "{",
  });
  expect(project.aml("run", "plain.mmd", "--trust", "trusted").status).toBe(0);
});

describe("what a tool of a server can do", () => {
  const denied = ["run", "run.md", "--trust", "trusted", "--permissions", "deny", "--json"];
  const reading = { mcpServers: { notes: { capabilities: ["net:read"] } } };
  const prompt = document("mcp/notes/echo", { text: "x" }).replace('type="tool" run="echo hello"', 'type="pass"');

  test("is everything until the user's own policy says otherwise", () => {
    const project = withServer({ "run.md": prompt, "rules.json": JSON.stringify(reading) });
    expect(runResult(project.aml(...denied)).status).toBe("failed");
    expect(runResult(project.aml(...denied, "--rules", "rules.json"))).toMatchObject({ status: "done" });
    const own = JSON.stringify({ mcpServers: { notes: { tools: { echo: [] } } } });
    project.write(".user/aml/policy.json", own);
    expect(runResult(project.aml(...denied)).status).toBe("done");
  });

  test("is not for the project to say: that grants nothing, and a warning says so", () => {
    const project = withServer({ "run.md": prompt, "aml.config.json": JSON.stringify({ policy: reading }) });
    const run = project.aml(...denied);
    expect(runResult(run).status).toBe("failed");
    expect(run.stderr).toContain('"mcp/notes/*" is not granted: a project');
  });

  test.each([
    [{ mcpServers: { notes: { capabilities: ["root"] } } }, '"root" is no capability'],
    [{ mcpServers: { notes: { tool: {} } } }, 'unknown member "tool"'],
    [{ mcpServers: { "a/b": {} } }, '"a/b" cannot be named in mcp/SERVER/TOOL'],
  ])("has to be said as it should be: %j", (policy, message) => {
    const project = withServer({ "rules.json": JSON.stringify(policy) });
    const refused = project.aml("policy", "test", "--rules", "rules.json");
    expect(refused).toMatchObject({ status: 2, stderr: expect.stringContaining(message) });
  });
});

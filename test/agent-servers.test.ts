import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { RunResult } from "@agent-markup/core";
import { describe, expect, test } from "vitest";
import { type TestProject, testProject } from "./support/project.ts";
import { runResult } from "./support/run-result.ts";

const key = "a-long-secret-value";
const environment = { NOTES_KEY: key };
const placeholder = ["$", "{NOTES_KEY}"].join("");
const notes = { command: "notes-server", args: ["--key", placeholder], env: { TOKEN: placeholder } };

interface Given {
  readonly around?: string;
  readonly servers?: object | string;
  readonly own?: object;
}

/** A document with one prompt, in a project with MCP servers. */
function projectWith({ around = "", servers = { notes }, own = {} }: Given): TestProject {
  const [close] = /^<\w+/.exec(around) ?? [""];
  return testProject({
    "a.md": `${around}<agent name="writer">Write.</agent>${close === "" ? "" : `</${close.slice(1)}>`}`,
    "script.json": JSON.stringify({ turns: [{ steps: [{ message: "Written." }] }] }),
    ".mcp.json": typeof servers === "string" ? servers : JSON.stringify({ mcpServers: servers }),
    "aml.config.json": JSON.stringify({
      agents: { writer: { profile: "scripted", script: "script.json", mcpServers: own } },
    }),
  });
}

function run(project: TestProject, ...flags: string[]): RunResult {
  const trust = flags.length === 0 ? ["--trust", "trusted"] : flags;
  return runResult(project.amlWith(environment, "run", "a.md", "--permissions", "allow_once", "--json", ...trust));
}

/** All that was exchanged with agents. */
function transcript(project: TestProject, { run: id }: RunResult): string {
  const folder = join(".aml", "transcripts", id ?? "");
  return readdirSync(project.path(folder))
    .map((file) => project.read(join(folder, file)))
    .join("");
}

/** The servers of the session that was opened, as they were written down. */
function passed(project: TestProject, result: RunResult): readonly { readonly name: string }[] {
  for (const line of transcript(project, result).split("\n")) {
    const text: string = line === "" ? "{}" : JSON.parse(line).text;
    if (text.includes('"session/new"')) return JSON.parse(text).params.mcpServers;
  }
  throw new Error("no session was opened");
}

describe("the servers of .mcp.json", () => {
  test("are given to the agent of a trusted run, with their variables, of which no value is written down", () => {
    const project = projectWith({});
    const result = run(project);
    expect(result).toMatchObject({ status: "done", diagnostics: [] });
    const redacted = "[redacted]";
    expect(passed(project, result)).toEqual([
      { name: "notes", command: "notes-server", args: ["--key", redacted], env: [{ name: "TOKEN", value: redacted }] },
    ]);
    expect(transcript(project, result)).not.toContain(key);
  });

  test.each<[string, string, string[]]>([
    ["one of its tools is allowed", '<tool allow="mcp/notes/add,view">', ["notes"]],
    ["no tool of it is allowed", '<tool allow="view">', []],
    ["all of its tools are denied", '<tool deny="mcp/notes/*">', []],
  ])("are passed by the constraint: %s", (_, around, names) => {
    const project = projectWith({ around });
    expect(passed(project, run(project)).map(({ name }) => name)).toEqual(names);
  });

  test("are not given to a run that is not trusted", () => {
    const project = projectWith({ around: '<tool allow="mcp/notes/*">' });
    project.aml("trust");
    const everything = ["fs:read", "fs:write", "net:read", "net:write", "exec", "env:read", "env:write"];
    project.write("grant.json", JSON.stringify({ capabilities: { allow: everything } }));
    const result = run(project, "--trust", "semi-trusted", "--rules", "grant.json");
    expect(result.status).toBe("done");
    expect(passed(project, result)).toEqual([]);
  });

  test("give way to one of the same name that the agent is configured with", () => {
    const project = projectWith({ own: { notes: { command: "own-server" } } });
    expect(passed(project, run(project))).toMatchObject([{ name: "notes", command: "own-server" }]);
  });
});

describe("a server that cannot be given is never dropped without a word", () => {
  const broken = { notes: { type: "sse", url: "http://localhost:1/" } };

  test("a fault in .mcp.json is a warning where nothing counts on the server, and shows in the plan", () => {
    const project = projectWith({ servers: broken });
    const result = run(project);
    expect(result).toMatchObject({ status: "done", diagnostics: [{ code: "AML5112", file: ".mcp.json" }] });
    expect(passed(project, result)).toEqual([]);
    expect(project.aml("plan", "a.md").stdout).toContain("warning[AML5112]");
  });

  test("and refuses the run where a constraint names its tools", () => {
    expect(run(projectWith({ servers: broken, around: '<tool allow="mcp/notes/*">' }))).toMatchObject({
      status: "refused",
      diagnostics: [{ code: "AML5120" }],
    });
    expect(run(projectWith({ servers: "{", around: '<tool allow="view">' })).status).toBe("done");
  });

  test("a variable that is not set stands in the record", () => {
    const servers = { notes: { command: ["$", "{NO_SUCH_VARIABLE}"].join("") } };
    const project = projectWith({ servers });
    const result = run(project);
    expect(result.status).toBe("done");
    const log = project.aml("log", result.run ?? "", "--json").stdout;
    expect(log).toContain("the MCP server notes was not passed to the agent");
    const counted = run(projectWith({ servers, around: '<tool allow="mcp/notes/*">' }));
    expect(counted).toMatchObject({ status: "failed", error: { message: expect.stringContaining("is not set") } });
  });

  test.each<[string, object, RegExp]>([
    ["a name that no tool can have", { "a b": notes }, /"?a b.* cannot be named in mcp\/SERVER\/TOOL/],
    ["an empty command", { a: { command: " " } }, /a\.command is empty/],
    ["a command and an address", { a: { command: "x", url: "http://localhost/" } }, /both "command" and "url"/],
    ["an address that is none", { a: { url: "localhost" } }, /a\.url is no URL: localhost/],
    ["another type", { a: { type: "http", command: "x" } }, /a\.type must be one of stdio/],
  ])("of the configuration is refused with %s", (_, own, message) => {
    const refused = projectWith({ own }).aml("run", "a.md", "--trust", "trusted", "--permissions", "deny");
    expect(refused).toMatchObject({ status: 2, stdout: "", stderr: expect.stringMatching(message) });
  });
});

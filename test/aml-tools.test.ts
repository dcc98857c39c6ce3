import { existsSync, readdirSync, readFileSync } from "node:fs";
import type { Event } from "@agent-markup/core";
import { describe, expect, test, vi } from "vitest";
import { type TestProject, testProject } from "./support/project.ts";
import { runResult } from "./support/run-result.ts";

const document = (tools: string) =>
  `<agent name="worker"><tool ${tools}><skill impl="dde-simple">
flowchart LR
  A@{ label: "Load", type: prompt }
</skill></tool></agent>
`;
const call = (tool: string, given: object, more: object = {}) => ({
  mcp_call: { server: "aml-tools", tool, arguments: given, ...more },
});
const done = (output: string) => call("step_result", { status: "done", summary: "did it", output }, { asks: true });

function projectWith(tools: string, steps: readonly object[], settings: object = {}): TestProject {
  const agents = { worker: { profile: "scripted", script: "script.json", ...settings } };
  return testProject({
    "a.md": document(tools),
    "script.json": JSON.stringify({ turns: [{ steps }] }),
    "aml.config.json": JSON.stringify({ agents, database: "data.db" }),
  });
}

const run = (project: TestProject, permissions = "allow_once") =>
  runResult(project.aml("run", "a.md", "--trust", "trusted", "--permissions", permissions, "--json"));

function events(project: TestProject, id: string | null): Event[] {
  const { stdout } = project.aml("log", id ?? "", "--json");
  return stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

const told = (project: TestProject, id: string | null, type: string) =>
  events(project, id).flatMap((event) =>
    event.type === "agent.event" && event.data.event.type === type ? [event.data.event] : [],
  );

describe("a step that its agent ends by the tool step_result", () => {
  test("is done, with the output that was given, though the policy denies everything", () => {
    const project = projectWith('allow="view"', [{ message: "I looked." }, done("three rows")]);
    const result = run(project, "deny");
    expect(result).toMatchObject({ status: "done", output: { text: "three rows\n" } });
    expect(events(project, result.run).filter(({ type }) => type === "permission.decided")).toMatchObject([
      { data: { decision: { rule: "step_result", allows: true }, request: { tools: ["mcp/aml-tools/step_result"] } } },
    ]);
    expect(told(project, result.run, "offered")).toEqual([{ type: "offered", tools: ["step_result"] }]);
  });

  test("is blocked with the reason when it says that it failed", () => {
    const project = projectWith('allow="view"', [call("step_result", { status: "failed", summary: "no such file" })]);
    expect(run(project).plans[0]?.nodes).toMatchObject([
      { status: "blocked", error: "the agent reports: no such file" },
    ]);
  });

  test("is told how, and may say it in its reply where it does not use the tool", () => {
    const project = projectWith('allow="view"', [{ done: "looked" }]);
    const result = run(project);
    expect(result.status).toBe("done");
    const prompted = events(project, result.run).find(({ type }) => type === "agent.prompted");
    expect(JSON.stringify(prompted)).toContain("call the tool step_result of the MCP server aml-tools");
  });

  test("is only told of the reply where it is given nothing", () => {
    const project = projectWith('allow="view"', [{ done: "looked" }], { tools: "own" });
    const result = run(project);
    expect(result.status).toBe("done");
    expect(JSON.stringify(events(project, result.run))).not.toContain("step_result");
  });
});

describe("sql that the runtime offers to an agent", () => {
  const statements = "create table t (n); insert into t values (3); select n from t";
  const steps = [
    call(
      "sql",
      { statements },
      { id: "load", asks: true, succeeded: [done("loaded")], failed: [{ failed: "refused" }] },
    ),
  ];

  test("runs where it is in the effective set, after the policy allowed it", () => {
    const project = projectWith('allow="sql,view"', steps);
    const result = run(project);
    expect(result).toMatchObject({ status: "done", output: { text: "loaded\n" } });
    expect(told(project, result.run, "tool_update")).toContainEqual(
      expect.objectContaining({ id: "load", status: "completed", output: '[{"n":3}]' }),
    );
    const decided = events(project, result.run).flatMap((event) =>
      event.type === "permission.decided" ? [event.data.request.tools] : [],
    );
    // The agent's own request, the call at the gate, and the result.
    expect(decided).toEqual([["sql"], ["sql"], ["mcp/aml-tools/step_result"]]);
    expect(existsSync(project.path("data.db"))).toBe(true);
  });

  test("is refused where it is not, whether it is asked for or called at once, and the trace says by which rung", () => {
    const project = projectWith('allow="view"', [...steps, call("sql", { statements }, { id: "again" })]);
    const result = run(project);
    expect(told(project, result.run, "held")).toEqual([
      { type: "held", rung: "request_refused", tools: ["sql"] },
      {
        type: "held",
        rung: "call_refused",
        tools: ["sql"],
        reason: "sql is not offered here; there are: step_result",
      },
    ]);
    expect(existsSync(project.path("data.db"))).toBe(false);
    const audit = project.aml("audit", "show", result.run ?? "").stdout;
    expect(audit).toContain("worker-1 was kept from sql: its call was refused");
  });

  test("is the one call that a step of type tool without a block asks its agent for", () => {
    const project = projectWith("", [call("sql", { statements }), done("loaded")]);
    project.write(
      "a.md",
      '<agent name="worker"><skill impl="dde-advanced">\nflowchart LR\n  A\n' +
        '<step node="A" type="tool" tools="sql">Load three rows.</step>\n</skill></agent>\n',
    );
    const result = run(project);
    expect(result).toMatchObject({ status: "done", output: { text: "loaded\n" } });
    expect(told(project, result.run, "offered")).toEqual([{ type: "offered", tools: ["sql", "step_result"] }]);
    project.write(
      "aml.config.json",
      JSON.stringify({ agents: { worker: { profile: "scripted", script: "script.json" } } }),
    );
    expect(project.aml("run", "a.md", "--trust", "trusted", "--permissions", "deny").stdout).toContain("AML6240");
  });

  test("does not run under a policy that denies it", () => {
    const unasked = [call("sql", { statements }), done("said so")];
    const project = projectWith('allow="sql,view"', unasked);
    const result = run(project, "deny");
    expect(told(project, result.run, "held")).toMatchObject([
      { rung: "call_refused", tools: ["sql"], reason: "CapabilityDenied: the policy deny refuses sql" },
    ]);
    expect(existsSync(project.path("data.db"))).toBe(false);
  });
});

describe("an agent that has the runtime's tools in place of its own", () => {
  test("writes through the runtime, inside the project, and not by itself", () => {
    const own = { id: "own", title: "write a.txt", kind: "edit", tool: "write" };
    const project = projectWith(
      'allow="view,write"',
      [
        { permission: { ...own, allowed: [{ write_file: { path: "own.txt", text: "x" } }] } },
        call("write", { path: "out.txt", content: "kept\n" }),
        call("write", { path: "aml.config.json", content: "{}" }, { id: "forbidden" }),
        done("written"),
      ],
      { tools: "runtime" },
    );
    const result = run(project);
    expect(result).toMatchObject({ status: "done", output: { text: "written\n" } });
    expect(project.read("out.txt")).toBe("kept\n");
    expect(existsSync(project.path("own.txt"))).toBe(false);
    expect(told(project, result.run, "tool_update")).toContainEqual(
      expect.objectContaining({ id: "forbidden", status: "failed", output: expect.stringContaining("not for tools") }),
    );
    expect(told(project, result.run, "held")).toEqual([{ type: "held", rung: "request_refused", tools: ["write"] }]);
  });
});

test("an agent that uses a tool outside its constraint unasked fails its step with ToolDenied", () => {
  const unasked = { tool_call: { id: "c", title: "rm -r out", kind: "execute", tool: "bash", status: "completed" } };
  const project = projectWith('allow="view"', [unasked, { hang: true }]);
  const result = run(project);
  expect(result.plans[0]?.nodes).toMatchObject([
    {
      status: "blocked",
      error: expect.stringMatching(
        /^ToolDenied: .*the agent ran rm -r out \(bash\) without asking, outside its tools$/,
      ),
    },
  ]);
  expect(told(project, result.run, "held")).toEqual([{ type: "held", rung: "turn_cancelled", tools: ["bash"] }]);
});

test("an agent of which nobody knows whether it asks is not prompted under a constraint: ToolDenied", () => {
  const project = projectWith('allow="view"', []);
  const command = [process.execPath, "-e", "setInterval(() => {}, 1000)"];
  project.write("aml.config.json", JSON.stringify({ agents: { worker: { command } } }));
  const result = run(project);
  expect(result.plans[0]?.nodes).toMatchObject([
    { status: "blocked", error: expect.stringContaining("ToolDenied: agent worker: agent worker may not use bash") },
  ]);
  expect(told(project, result.run, "held")).toEqual([
    { type: "held", rung: "not_prompted", tools: ["bash", "edit", "write"] },
  ]);
});

test("when the runtime is killed, the process by which its tools were reached ends", async () => {
  const project = projectWith('allow="sql"', [call("step_result", {}), { message: "connected" }, { hang: true }]);
  const running = project.start({}, "run", "a.md", "--trust", "trusted", "--permissions", "allow_once");
  const bridges = () =>
    processes().filter(({ command, folder }) => folder === project.root && command.includes("tool-bridge"));
  await vi.waitFor(() => expect(bridges()).toHaveLength(1), { timeout: 30_000 });
  running.child.kill("SIGKILL");
  await vi.waitFor(() => expect(bridges()).toEqual([]), { timeout: 30_000 });
});

function processes(): { readonly command: string; readonly folder: string }[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const environment = readFileSync(`/proc/${pid}/environ`, "utf8").split("\0");
        const home = environment.find((entry) => entry.startsWith("HOME="))?.slice("HOME=".length) ?? "";
        return [{ command: readFileSync(`/proc/${pid}/cmdline`, "utf8"), folder: home }];
      } catch {
        // It ended while we looked, or is another's.
        return [];
      }
    });
}

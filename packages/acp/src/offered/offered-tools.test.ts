import { type AgentEvent, createPermissionPolicy, type OfferedReply, type ToolSet } from "@agent-markup/core";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { offer, offeringHost } from "../testing/offered-host.ts";
import { refusal } from "../testing/refusal.ts";
import { type Rig, scriptedSession } from "../testing/scripted-session.ts";

const only = (...allowed: string[]): ToolSet => ({ allowed: new Set(allowed), denied: new Set() });
const calling = (tool: string, more: object = {}) => ({ mcp_call: { server: "aml-tools", tool, ...more } });
const script = (...steps: readonly object[]) => ({ turns: [{ steps }] });

/** What the agent was told of each of its calls, by the call's id. */
function answers({ events }: Rig): readonly (readonly [string, string | undefined, string | undefined])[] {
  return events.flatMap((event) =>
    event.type === "tool_update" ? [[event.id, event.status, event.output] as const] : [],
  );
}

const ofType = <Type extends AgentEvent["type"]>({ events }: Rig, type: Type) =>
  events.filter((event): event is Extract<AgentEvent, { type: Type }> => event.type === type);

describe("an agent that is offered tools of the runtime", () => {
  test("starts the server that it was given, and what it calls is done by the host", async () => {
    const { host, calls } = offeringHost();
    const rig = await scriptedSession(script(calling("sql", { arguments: { statements: "select 1" } })), { host });
    expect(rig.session.hasOfferedTools).toBe(true);
    expect(await rig.prompt()).toMatchObject({ result: "completed", unasked: [] });
    expect(calls).toMatchObject([{ tool: "sql", input: { statements: "select 1" } }]);
    expect(answers(rig)).toEqual([["aml-tools/sql", "completed", "sql ran"]]);
    expect(ofType(rig, "offered")).toEqual([{ type: "offered", tools: ["sql", "notes"] }]);
  });

  test("keeps its connection from one turn to the next", async () => {
    const { host, calls } = offeringHost();
    const rig = await scriptedSession(script(calling("sql")), { host });
    await rig.prompt();
    await rig.prompt();
    expect(calls).toHaveLength(2);
    await rig.session.close();
    expect(ofType(rig, "note")).toEqual([]);
  });

  test("is told of errors as errors", async () => {
    const { host } = offeringHost(() => ({ text: "refused: no", isError: true }));
    const rig = await scriptedSession(script(calling("sql")), { host });
    await rig.prompt();
    expect(answers(rig)).toEqual([["aml-tools/sql", "failed", "refused: no"]]);
  });

  test.each([
    ["that the runtime does not have", "nothing"],
    ["that is a stand-in for one of its own", "bash"],
    ["that is named like a member of every object", "constructor"],
  ])("is refused a tool %s, and the trace says so", async (_, tool) => {
    const { host, calls } = offeringHost();
    const rig = await scriptedSession(script(calling(tool)), { host });
    expect(await rig.prompt()).toMatchObject({ result: "completed" });
    const reason = `${tool} is not offered here; there are: sql, notes`;
    expect(answers(rig)).toEqual([[`aml-tools/${tool}`, "failed", `refused: ${reason}`]]);
    expect(ofType(rig, "held")).toEqual([{ type: "held", rung: "call_refused", tools: [tool], reason }]);
    expect(calls).toEqual([]);
  });

  test("can make calls at once, and each gets its own answer", async () => {
    const waiting: (() => void)[] = [];
    const { host } = offeringHost(
      ({ input }) =>
        new Promise<OfferedReply>((resolve) => {
          waiting.push(() => resolve({ text: String(input.n), isError: false }));
          // The last to come is the first to be answered.
          if (waiting.length === 3) for (const answer of waiting.reverse()) answer();
        }),
    );
    const one = (n: number) => [calling("sql", { id: `call-${n}`, arguments: { n } })];
    const rig = await scriptedSession(script({ together: [one(1), one(2), one(3)] }), { host });
    await rig.prompt();
    expect(new Map(answers(rig).map(([id, , output]) => [id, output]))).toEqual(
      new Map([
        ["call-1", "1"],
        ["call-2", "2"],
        ["call-3", "3"],
      ]),
    );
  });

  test("is refused arguments of 10 MB, and goes on", async () => {
    const { host, calls } = offeringHost();
    const large = calling("sql", { id: "large", arguments: { statements: "x".repeat(10_000_000) } });
    const rig = await scriptedSession(script(large, calling("notes")), { host });
    expect(await rig.prompt()).toMatchObject({ result: "completed" });
    expect(answers(rig)[0]).toEqual([
      "large",
      "failed",
      "refused: the arguments have 10000017 bytes, and a call may have 4194304",
    ]);
    expect(calls.map(({ tool }) => tool)).toEqual(["notes"]);
  });

  test.each([
    ["a line that is no JSON", "{", -32700],
    ["JSON that is no message", "[1, 2]", -32600],
    ["a message of another version", '{"jsonrpc":"1.0","id":7,"method":"ping"}', -32600],
    ["a method that there is not", '{"jsonrpc":"2.0","id":"x","method":"tools/delete"}', -32601],
  ])("gets an answer to %s, and goes on", async (_, line, code) => {
    const { host } = offeringHost();
    const rig = await scriptedSession(script({ mcp_line: { server: "aml-tools", line } }, calling("sql")), { host });
    const { text } = await rig.prompt();
    expect(JSON.parse(text)).toMatchObject({ jsonrpc: "2.0", error: { code } });
    expect(answers(rig)).toEqual([["aml-tools/sql", "completed", "sql ran"]]);
  });

  test("is refused what it calls when its turn is over", async () => {
    const { host, calls } = offeringHost();
    const rig = await scriptedSession(
      { turns: [{ index: 0, steps: [{ late: [calling("sql")] }] }, { steps: [{ delay: 1 }] }] },
      { host },
    );
    await rig.prompt();
    while (answers(rig).length === 0) await new Promise((resolve) => setImmediate(resolve));
    expect(answers(rig)).toEqual([
      ["aml-tools/sql", "failed", "refused: no prompt is being worked on, or it was cancelled: nothing was done"],
    ]);
    expect(calls).toEqual([]);
  });

  test("has a call that goes on ended by a cancel", async () => {
    const cancel = new AbortController();
    const { host } = offeringHost(
      ({ signal }) =>
        new Promise<OfferedReply>((resolve) => {
          signal.addEventListener("abort", () => resolve({ text: "stopped", isError: true }));
          cancel.abort();
        }),
    );
    const rig = await scriptedSession(script(calling("sql")), { host });
    expect(await rig.session.prompt("go", cancel.signal)).toMatchObject({ result: "cancelled" });
    expect(answers(rig)).toEqual([["aml-tools/sql", "failed", "stopped"]]);
  });

  test("goes on without them when its connection ends, the trace says so, and it may start another", async () => {
    const { host, calls } = offeringHost();
    const rig = await scriptedSession(
      script(calling("sql"), { mcp_kill: "aml-tools" }, { message: "on" }, calling("notes")),
      { host },
    );
    expect(await rig.prompt()).toMatchObject({ result: "completed", text: "on" });
    expect(ofType(rig, "note")).toEqual([
      { type: "note", text: "the agent has ended its connection to the runtime's tools, and is without them" },
    ]);
    expect(calls.map(({ tool }) => tool)).toEqual(["sql", "notes"]);
  });

  test("never has the session's token written down", async () => {
    const { host } = offeringHost();
    const rig = await scriptedSession(script(calling("sql")), { host });
    await rig.prompt();
    const opened = rig.lines.find(({ text }) => text.includes("session/new"));
    expect(opened?.text).toContain('{"name":"AML_TOOLS_TOKEN","value":"[redacted]"}');
    const written = JSON.stringify([rig.lines, rig.events]);
    expect(written).not.toMatch(/[\w-]{43}/);
  });

  test("ends the turn with the host's error when the host fails", async () => {
    const full = new Error("disk full");
    const { host } = offeringHost(() => Promise.reject(full));
    const rig = await scriptedSession(script(calling("sql"), { hang: true }), { host });
    await expect(rig.prompt()).rejects.toBe(full);
  });
});

describe("what an agent is given", () => {
  test.each([
    ["own", undefined],
    ["offered", ["sql", "notes"]],
    ["runtime", offer.map(({ name }) => name)],
  ] as const)("is what the operator says: %s", async (tools, expected) => {
    const { host } = offeringHost();
    const rig = await scriptedSession(script({ message: "hi" }), { host, configuration: { tools } });
    expect(ofType(rig, "offered")[0]?.tools).toEqual(expected);
    expect(rig.session.hasOfferedTools).toBe(expected !== undefined);
  });

  test("is nothing where the host offers nothing", async () => {
    const rig = await scriptedSession(script({ message: "hi" }));
    expect(rig.session.hasOfferedTools).toBe(false);
    const opened = rig.lines.find(({ text }) => text.includes("session/new"));
    expect(opened?.text).toContain('"mcpServers":[]');
  });

  test("is missing where no socket can be had: the trace says so, and an agent that needs them does not start", async () => {
    onTestFinished(() => void vi.unstubAllEnvs());
    /** There is no folder for temporary files once the session is being opened. */
    const without = {
      call: () => Promise.reject(new Error("not called here")),
      list() {
        vi.stubEnv("TMPDIR", "/nowhere");
        return offer;
      },
    };
    const said = script({ message: "hi" });
    const rig = await scriptedSession(said, { host: { offered: without } });
    expect(rig.session.hasOfferedTools).toBe(false);
    const unavailable = expect.stringContaining("the runtime's tools cannot be offered: ");
    expect(ofType(rig, "note")).toEqual([{ type: "note", text: unavailable }]);
    vi.unstubAllEnvs();
    const needing = { host: { offered: without }, configuration: { tools: "runtime" } as const };
    expect(await refusal(said, needing)).toMatchObject({ code: "not_started", message: unavailable });
  });

  test("has a name that no other server may bear", async () => {
    const mcpServers = [{ name: "aml-tools", command: "own" }];
    expect(await refusal(script({ message: "hi" }), { configuration: { mcpServers } })).toMatchObject({
      code: "not_configured",
      message: expect.stringContaining("aml-tools"),
    });
  });
});

describe("a permission request for a tool of the runtime", () => {
  const asked = (tool: string) => script(calling(tool, { asks: true }));

  test("is for the tool that the constraint names", async () => {
    const { host, calls } = offeringHost();
    const rig = await scriptedSession(asked("sql"), { host, tools: only("sql") });
    await rig.prompt();
    expect(rig.decisions).toMatchObject([{ request: { tools: ["sql"] }, decision: { allows: true, rule: "policy" } }]);
    expect(calls).toHaveLength(1);
  });

  test.each([
    ["as it is", { statements: "select 1" }],
    ["as Codex shows it", { server: "aml-tools", tool: "sql", arguments: { statements: "select 1" } }],
  ])("is judged by what the tool is given, shown %s", async (_, input) => {
    const { host } = offeringHost();
    const permission = { id: "c", title: "sql", tool: "mcp/aml-tools/sql", input };
    const rig = await scriptedSession(script({ permission }), { host });
    await rig.prompt();
    expect(rig.decisions).toMatchObject([{ request: { served: true, input: { statements: "select 1" } } }]);
  });

  test("is refused outside the constraint", async () => {
    const { host, calls } = offeringHost();
    const rig = await scriptedSession(asked("sql"), { host, tools: only("view") });
    await rig.prompt();
    expect(rig.decisions).toMatchObject([{ decision: { allows: false, rule: "tool_constraint" } }]);
    expect(calls).toEqual([]);
  });

  test("is allowed for step_result, under deny and under any constraint", async () => {
    const { host } = offeringHost();
    const rig = await scriptedSession(asked("step_result"), {
      host,
      policy: createPermissionPolicy("deny"),
      tools: only(),
    });
    await rig.prompt();
    expect(rig.decisions).toMatchObject([{ decision: { allows: true, rule: "step_result" } }]);
  });
});

describe("a call that an agent first announced as a tool of its own", () => {
  const announced = { tool_call: { id: "c", title: "ls", kind: "execute", tool: "bash", status: "pending" } };
  const renamed = (name: string, status: string) => ({
    update: { sessionUpdate: "tool_call_update", toolCallId: "c", name, status },
  });

  test("stays one of its own: it counts as unasked", async () => {
    const { host } = offeringHost();
    const rig = await scriptedSession(script(announced, renamed("mcp/aml-tools/notes", "completed")), { host });
    expect(await rig.prompt()).toMatchObject({ unasked: ["c"] });
  });

  test("is not allowed for being step_result", async () => {
    const { host } = offeringHost();
    const permission = { id: "c", title: "ls", tool: "mcp/aml-tools/step_result" };
    const rig = await scriptedSession(script(announced, { permission }), {
      host,
      policy: createPermissionPolicy("deny"),
    });
    await rig.prompt();
    expect(rig.decisions).toMatchObject([{ decision: { allows: false, rule: "policy" } }]);
    expect(rig.decisions[0]?.request.served).toBeUndefined();
  });
});

describe("an agent that has the runtime's tools in place of its own", () => {
  const configuration = { tools: "runtime" } as const;
  const own = { id: "own", title: "ls", kind: "execute", tool: "bash" };

  test("is refused its own, and has the runtime's", async () => {
    const { host, calls } = offeringHost();
    const steps = [{ permission: own }, calling("bash", { asks: true })];
    const rig = await scriptedSession(script(...steps), { host, configuration });
    await rig.prompt();
    expect(rig.decisions).toMatchObject([
      { request: { tools: ["bash"], replaced: true }, decision: { allows: false, rule: "replaced_tool" } },
      { request: { tools: ["bash"] }, decision: { allows: true, rule: "policy" } },
    ]);
    expect(calls.map(({ tool }) => tool)).toEqual(["bash"]);
  });

  test("may be seen reading by itself, which is recorded", async () => {
    const view = { name: "view", description: "Reads.", inputSchema: { type: "object" }, standsIn: true };
    const { host } = offeringHost();
    const offered = { list: () => [...offer, view], call: () => Promise.reject(new Error("not called here")) };
    const reading = { id: "own", title: "read", kind: "read", tool: "view", status: "completed" };
    const rig = await scriptedSession(script({ tool_call: reading }), { host: { ...host, offered }, configuration });
    expect(await rig.prompt()).toMatchObject({ result: "completed", unasked: ["own"] });
  });

  test("breaks its constraint by changing something with its own unasked", async () => {
    const { host } = offeringHost();
    const rig = await scriptedSession(script({ tool_call: { ...own, status: "completed" } }, { hang: true }), {
      host,
      configuration,
    });
    expect(await rig.prompt()).toMatchObject({ result: "failed", failure: "tool_denied", unasked: ["own"] });
  });
});

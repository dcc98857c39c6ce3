import { describe, expect, test } from "vitest";
import { createPermissionPolicy } from "../5-authorise/permission-policy.ts";
import type { SessionHost } from "../agent/agent.ts";
import type { OfferedReply } from "../agent/offered-tools.ts";
import { type Call, held, offering } from "../testing/offered-rig.ts";
import { verifies } from "../testing/verifies.ts";
import { builtInTools } from "../tools/built-in-tools.ts";
import { type Tool, tool } from "../tools/tool.ts";
import type { RuntimeOptions } from "./runtime-options.ts";

describe("what an agent is offered", () => {
  const offer = async (document: string, options: Partial<RuntimeOptions> = {}) => {
    let names: readonly string[] = [];
    const rig = await offering(async (_, { offered }) => {
      names = (offered?.list() ?? []).map(({ name }) => name);
    }, options);
    await rig.run(document);
    return names;
  };
  const diagram = '<skill impl="dde-simple">\nflowchart LR\n  A\n</skill>';

  test("is what the runtime has and the constraint leaves", async () => {
    expect(await offer('<agent name="x">go</agent>', { database: "a.db" })).toEqual(["bash", "sql", "notes"]);
    expect(await offer('<tool allow="notes,view"><agent name="x">go</agent></tool>')).toEqual(["notes"]);
    expect(await offer('<tool deny="notes"><agent name="x">go</agent></tool>')).toEqual(["bash"]);
  });

  test("holds sql only where there is a database", async () => {
    expect(await offer('<agent name="x">go</agent>')).toEqual(["bash", "notes"]);
  });

  test("holds step_result where the document has steps", async () => {
    expect(await offer(`<agent name="x"><tool allow="view">go${diagram}</tool></agent>`)).toEqual(["step_result"]);
  });

  test("tells what each tool takes, and which an agent has of its own", async () => {
    let offered: ReturnType<NonNullable<SessionHost["offered"]>["list"]> = [];
    const { run } = await offering(async (_, host) => (offered = host.offered?.list() ?? []), {
      tools: new Map([...builtInTools(), ["notes", tool("notes", [], async () => ({ output: { text: "" } }))]]),
      database: "a.db",
    });
    await run('<agent name="x">go</agent>');
    expect(offered.map(({ name, standsIn }) => [name, standsIn])).toEqual([
      ["bash", true],
      ["edit", true],
      ["glob", true],
      ["grep", true],
      ["sql", false],
      ["view", true],
      ["web_fetch", true],
      ["write", true],
      ["notes", false],
    ]);
    for (const { name, description, inputSchema } of offered) {
      expect(description, name).toMatch(/\.$/);
      expect(inputSchema, name).toMatchObject({ type: "object" });
    }
  });
});

describe("a call", () => {
  verifies("mechanism.one-gate");
  test("reaches the tool right after the policy allowed it, and all of it is recorded", async () => {
    const replies: OfferedReply[] = [];
    const { run, called, events } = await offering(async (call) => replies.push(await call("notes", { text: "x" })));
    await run('<agent name="x">go</agent>');
    expect(replies).toEqual([{ text: "notes ran", isError: false }]);
    expect(called).toMatchObject([
      {
        given: { arguments: { text: "x" } },
        after: { type: "permission.decided", data: { request: { tools: ["notes"], input: { text: "x" } } } },
      },
    ]);
    const types = events().flatMap((event) =>
      event.type === "agent.event" ? [event.data.event.type] : event.type.startsWith("agent.") ? [] : [event.type],
    );
    expect(types).toEqual([
      "run.started",
      "node.started",
      "offered_call",
      "permission.decided",
      "tool.finished",
      "node.finished",
      "run.finished",
    ]);
  });

  test("is refused by a policy that denies it, and reaches no tool", async () => {
    const replies: OfferedReply[] = [];
    const { run, called, events } = await offering(async (call) => replies.push(await call("bash", { command: "x" })), {
      permissions: createPermissionPolicy("deny"),
    });
    await run('<agent name="x">go</agent>');
    const reason = "CapabilityDenied: the policy deny refuses bash";
    expect(replies).toEqual([{ text: `refused: ${reason}`, isError: true }]);
    expect(called).toEqual([]);
    expect(held(events())).toEqual([{ type: "held", rung: "call_refused", tools: ["bash"], reason }]);
  });

  test.each([
    ["outside the constraint", "bash", "bash is not offered here; there are: notes"],
    ["that there is not", "nothing", "nothing is not offered here; there are: notes"],
    ["named like a member of every object", "__proto__", "__proto__ is not offered here; there are: notes"],
    [
      "that says what a step came to, where there are no steps",
      "step_result",
      "step_result is not offered here; there are: notes",
    ],
  ])("of a tool %s is refused, and reaches no tool", async (_, name, reason) => {
    const replies: OfferedReply[] = [];
    const { run, called, events } = await offering(async (call) => replies.push(await call(name, { command: "x" })));
    await run('<tool allow="notes"><agent name="x">go</agent></tool>');
    expect(replies).toEqual([{ text: `refused: ${reason}`, isError: true }]);
    expect(called).toEqual([]);
    expect(held(events())).toMatchObject([{ rung: "call_refused", tools: [name] }]);
  });

  test.each([
    ["bash", { command: "a\nb" }, { block: "a\nb", database: "a.db" }],
    ["sql", { statements: "select 1" }, { block: "select 1", database: "a.db" }],
  ])("of %s gives the block as written", async (name, input, expected) => {
    const builtIn = builtInTools().get(name);
    const given: unknown[] = [];
    const spy: Tool = {
      name,
      capabilities: [],
      ...(builtIn?.offer === undefined ? {} : { offer: builtIn.offer }),
      run: async (call) => {
        given.push(call);
        const empty = { stderr: "", exitCode: 0, signal: null, durationMs: 0, timedOut: false, warnings: [] };
        return { output: { text: "" }, ...empty };
      },
    };
    const replies: OfferedReply[] = [];
    const { run } = await offering(
      async (call) => {
        await call(name, input);
        replies.push(await call(name, {}), await call(name, { ...input, cwd: "/" }));
      },
      { tools: new Map([[name, spy]]), database: "a.db" },
    );
    await run('<agent name="x">go</agent>');
    expect(given).toEqual([expected]);
    const [block] = Object.keys(input);
    expect(replies.map(({ text }) => text)).toEqual([
      `refused: the argument "${block}" must be a string`,
      `refused: there is no argument "cwd": known are ${block}`,
    ]);
  });

  test("is judged by what it holds, and recorded as it may be written down", async () => {
    const asked: unknown[] = [];
    const { run, events } = await offering(
      async (_, { offered }) =>
        offered?.call({
          tool: "notes",
          input: { text: "s3cret" },
          recorded: { text: "[redacted]" },
          signal: new AbortController().signal,
        }),
      {
        permissions: {
          label: "own",
          decide: ({ input, options }) => {
            asked.push(input);
            return { outcome: "selected", optionId: options[0]?.optionId ?? "" };
          },
        },
      },
    );
    await run('<agent name="x">go</agent>');
    expect(asked).toEqual([{ text: "s3cret" }]);
    expect(JSON.stringify(events())).not.toContain("s3cret");
  });

  test("does nothing after a cancel, nor when the turn is over", async () => {
    const replies: OfferedReply[] = [];
    let late: Call | undefined;
    const { run, called } = await offering(async (call) => {
      late = call;
      replies.push(await call("notes", {}, AbortSignal.abort()));
    });
    await run('<agent name="x">go</agent>');
    replies.push(await (late?.("notes") ?? Promise.reject(new Error("no session"))));
    const nothing = { text: "no prompt is being worked on: nothing was done", isError: true };
    expect(replies).toEqual([nothing, nothing]);
    expect(called).toEqual([]);
  });

  test("that still goes on when the turn ends is ended, and the run waits for it", async () => {
    const ended: string[] = [];
    const slow: Tool = tool("slow", [], async (_, { signal }) => {
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
      ended.push("aborted");
      return { output: { text: "" } };
    });
    const { run, events } = await offering(async (call) => void call("slow"), { tools: new Map([["slow", slow]]) });
    expect(await run('<agent name="x">go</agent>')).toMatchObject({ status: "done" });
    expect(ended).toEqual(["aborted"]);
    expect(events().at(-1)?.type).toBe("run.finished");
    expect(events().some(({ type }) => type === "tool.finished")).toBe(true);
  });

  test("of file tools stays inside the workspace and away from the runtime's own files", async () => {
    const replies: string[] = [];
    const { run, runtime } = await offering(
      async (call) => {
        const texts = await Promise.all([
          call("write", { path: "a.txt", content: "one" }),
          call("view", { path: "../x" }),
          call("view", { path: ".aml/state.db" }),
        ]);
        replies.push(...texts.map(({ text }) => text));
      },
      { tools: builtInTools() },
    );
    await run('<agent name="x">go</agent>');
    await runtime.close();
    expect(replies).toEqual([
      "created a.txt (3 bytes)",
      "failed: ../x is outside the workspace",
      "failed: .aml/state.db belongs to the runtime: its state and configuration are not for tools",
    ]);
  });
});

/** An agent's request for a tool of the runtime, as an adapter tells it. */
const requestFor = (tools: readonly string[], input: unknown, more: object = {}) => ({
  options: [
    { optionId: "yes", name: "Yes", kind: "allow_once" },
    { optionId: "no", name: "No", kind: "reject_once" },
  ],
  session: "s",
  title: "a call",
  kind: "other",
  tools,
  input,
  verbatim: {},
  ...more,
});
const state = { ourSession: "s", cancelled: false, modeSwitchAllowed: false };

describe("a call that its agent asked for", () => {
  /** How often a policy that allows everything is asked for a request, and then for calls. */
  async function timesAsked(request: ReturnType<typeof requestFor>, ...inputs: readonly Record<string, unknown>[]) {
    let asked = 0;
    const permissions: RuntimeOptions["permissions"] = {
      label: "person",
      decide: ({ options }) => {
        asked += 1;
        return { outcome: "selected", optionId: options.find(({ kind }) => kind === "allow_once")?.optionId ?? "" };
      },
    };
    const { run, called, events } = await offering(
      async (call, host) => {
        await host.permission(request, state, new AbortController().signal);
        for (const input of inputs) await call("notes", input);
      },
      { permissions },
    );
    await run('<tool allow="notes"><agent name="x">go</agent></tool>');
    const records = events().filter(({ type }) => type === "permission.decided");
    return { asked, called: called.length, records: records.length };
  }
  const served = { served: true } as const;

  test.each([
    ["is not asked for again", requestFor(["notes"], { n: 1 }, served), [{ n: 1 }], 1],
    ["but once only", requestFor(["notes"], { n: 1 }, served), [{ n: 1 }, { n: 1 }], 2],
    ["and not with another input", requestFor(["notes"], { n: 1 }, served), [{ n: 2 }], 2],
    ["nor when the request was for a tool of the agent's own", requestFor(["notes"], { n: 1 }), [{ n: 1 }], 2],
    ["nor when it may have been for another", requestFor(["notes", "notes2"], { n: 1 }, served), [{ n: 1 }], 1],
  ])("%s", async (_, request, inputs, asked) => {
    expect(await timesAsked(request, ...inputs)).toEqual({ asked, called: inputs.length, records: inputs.length + 1 });
  });
});

test("a request that the constraint refuses is on the record with the rung that held", async () => {
  const { run, events } = await offering((_, host) =>
    host.permission(requestFor(["bash"], {}), state, new AbortController().signal),
  );
  await run('<tool deny="bash"><agent name="x">go</agent></tool>');
  expect(held(events())).toEqual([{ type: "held", rung: "request_refused", tools: ["bash"] }]);
  expect(events().find(({ type }) => type === "permission.decided")).toMatchObject({
    type: "permission.decided",
    data: { decision: { rule: "tool_constraint" } },
  });
});

describe("a document that is not trusted", () => {
  test("is offered nothing that it was not granted: its prompt is not sent", async () => {
    const { run, called } = await offering((call) => call("notes"));
    const result = await run('<agent name="x">go</agent>', { trust: "semi-trusted" });
    expect(result).toMatchObject({ status: "refused" });
    expect(called).toEqual([]);
  });
});

test("a command of the runtime's bash runs in the project's folder, and how it failed is told", async () => {
  const replies: OfferedReply[] = [];
  const { run } = await offering(
    async (call) => replies.push(await call("bash", { command: "cat none.txt; exit 3" })),
    {
      tools: builtInTools(),
    },
  );
  await run('<agent name="x">go</agent>');
  expect(replies).toEqual([{ isError: true, text: expect.stringMatching(/^failed: [\s\S]*none\.txt: No such file/) }]);
});

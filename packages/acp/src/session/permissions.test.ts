import type { AgentEvent, PermissionDecision, TranscriptLine } from "@agent-markup/core";
import { describe, expect, it } from "vitest";
import type { Profile } from "../profiles/profile.ts";
import { scriptedProfile } from "../profiles/scripted.ts";
import { scriptedSession } from "../testing/scripted-session.ts";

const asks = (permission: object) => ({
  turns: [
    {
      steps: [
        { permission: { id: "call-1", title: "echo hi", kind: "execute", tool: "bash", ...permission } },
        { message: "so be it" },
      ],
    },
  ],
});

const allowed: PermissionDecision = {
  outcome: { outcome: "selected", optionId: "allow-once" },
  allows: true,
  rule: "policy",
};
const cancelled: PermissionDecision = { outcome: { outcome: "cancelled" }, allows: false, rule: "after_cancel" };

/** The answers to permission requests that were written, in order. */
function answers(lines: readonly TranscriptLine[]): unknown[] {
  return sent(lines).flatMap((message) => (message.result?.outcome === undefined ? [] : [message.result.outcome]));
}

function sent(lines: readonly TranscriptLine[]) {
  return lines.flatMap(({ direction, text }) => (direction === "sent" ? [JSON.parse(text)] : []));
}

const tick = () => new Promise((resolve) => setImmediate(resolve));

it("is about the tools of every server that the session has, those of the agent and those that all are given", async () => {
  const server = (name: string) => ({ name, command: process.execPath, args: ["--version"] });
  const profile: Profile = { ...scriptedProfile, toolsOf: ({ servers }) => servers.map((name) => `mcp/${name}/close`) };
  const rig = await scriptedSession(asks({}), {
    configuration: { profile, mcpServers: [server("own")] },
    sharedServers: [server("issues")],
  });
  await rig.prompt();
  expect(rig.decisions[0]?.request.tools).toEqual(["mcp/own/close", "mcp/issues/close"]);
});

describe("an answer", () => {
  it("is never on the wire before the host has recorded the decision", async () => {
    const atDecision: unknown[][] = [];
    const rig = await scriptedSession(asks({}), {
      host: {
        async permission() {
          for (let wait = 0; wait < 50; wait++) await tick();
          atDecision.push(answers(rig.lines));
          return allowed;
        },
      },
    });
    await rig.prompt();
    expect(atDecision).toEqual([[]]);
    expect(answers(rig.lines)).toEqual([{ outcome: "selected", optionId: "allow-once" }]);
  });

  it("is never sent when the host cannot record, and the turn fails with the host's error", async () => {
    const full = new Error("disk full");
    const rig = await scriptedSession(asks({}), { host: { permission: () => Promise.reject(full) } });
    await expect(rig.prompt()).rejects.toBe(full);
    expect(answers(rig.lines)).toEqual([]);
  });

  it("is given to every malformed request too", async () => {
    for (const options of [null, [], "all", [null, 7, {}, { optionId: "x" }, { kind: "allow_once" }]]) {
      const rig = await scriptedSession(asks({ options }));
      const outcome = await rig.prompt();
      expect(answers(rig.lines), JSON.stringify(options)).toEqual([{ outcome: "cancelled" }]);
      expect(outcome).toMatchObject({ result: "completed", permissions: { asked: 1, cancelled: 1 } });
    }
  });

  it("is given to both of two requests with one id", async () => {
    const permission = { id: "call-1", title: "t", kind: "execute", tool: "bash", requestId: 0 };
    const rig = await scriptedSession({ turns: [{ steps: [{ permission }, { permission }] }] });
    expect(await rig.prompt()).toMatchObject({ permissions: { asked: 2, allowed: 2 } });
    expect(sent(rig.lines).filter(({ id, result }) => id === 0 && result?.outcome)).toHaveLength(2);
  });

  it.each([["text"], [7], [null]])("goes to the request's own id, such as %j", async (requestId) => {
    const rig = await scriptedSession(asks({ requestId }));
    expect(await rig.prompt()).toMatchObject({ result: "completed", permissions: { allowed: 1 } });
    expect(sent(rig.lines).find(({ result }) => result?.outcome)).toMatchObject({ id: requestId });
  });
});

describe("a request", () => {
  it("comes to the host in the runtime's words", async () => {
    const rig = await scriptedSession(asks({ input: { command: "echo hi" } }));
    await rig.prompt();
    expect(rig.decisions[0]?.request).toEqual({
      options: [
        { optionId: "allow-always", name: "Always allow", kind: "allow_always" },
        { optionId: "allow-once", name: "Allow", kind: "allow_once" },
        { optionId: "reject-once", name: "Reject", kind: "reject_once" },
        { optionId: "reject-always", name: "Never allow", kind: "reject_always" },
      ],
      session: rig.session.id,
      title: "echo hi",
      kind: "execute",
      tools: ["bash"],
      input: { command: "echo hi" },
      verbatim: expect.objectContaining({ sessionId: rig.session.id }),
    });
  });

  it("is held to what the call was announced as, too", async () => {
    const rig = await scriptedSession({
      turns: [
        {
          steps: [
            { tool_call: { id: "c", title: "rm", kind: "execute" } },
            { permission: { id: "c", title: "rm", kind: "read" } },
          ],
        },
      ],
    });
    await rig.prompt();
    expect(rig.decisions[0]?.request.tools).toEqual(["bash", "view"]);
  });

  it("of another session is cancelled, and tells nothing of a call of ours that has the same id", async () => {
    const steps = [
      { permission: { id: "c", title: "echo", kind: "execute", tool: "bash", session: "a child" } },
      { tool_call: { id: "c", title: "read", kind: "read", tool: "view", status: "completed" } },
    ];
    const rig = await scriptedSession({ turns: [{ steps }] });
    await rig.prompt();
    expect(rig.decisions).toMatchObject([{ decision: { rule: "foreign_session", outcome: { outcome: "cancelled" } } }]);
    expect(rig.events).toContainEqual({ type: "unasked", id: "c", title: "read", tools: ["view"], violation: false });
  });

  it("to switch the mode is refused unless the operator opted in, though listed first as allow_once", async () => {
    const options = [
      { optionId: "restore", name: "Restore previous mode (auto)", kind: "allow_once" },
      { optionId: "stay", name: "Stay", kind: "reject_once" },
    ];
    const script = asks({ kind: "switch_mode", tool: undefined, options });
    const rig = await scriptedSession(script);
    await rig.prompt();
    expect(rig.decisions[0]?.decision).toMatchObject({ rule: "mode_switch", outcome: { optionId: "stay" } });

    const opted = await scriptedSession(script, { configuration: { allowModeSwitch: true } });
    await opted.prompt();
    expect(opted.decisions[0]?.decision).toMatchObject({ rule: "policy", outcome: { optionId: "restore" } });
  });

  it("behind the response is refused, even when it comes in one piece with it: the turn is over", async () => {
    const result = { sessionId: "s" };
    const response = { jsonrpc: "2.0", id: 2, result: { stopReason: "end_turn" } };
    const toolCall = { toolCallId: "c", title: "later", kind: "execute" };
    const options = [{ optionId: "y", name: "Yes", kind: "allow_once" }];
    const params = { sessionId: "s", toolCall, options };
    const request = { jsonrpc: "2.0", id: "p", method: "session/request_permission", params };
    const garbage = `${JSON.stringify(response)}\n${JSON.stringify(request)}`;
    const rig = await scriptedSession({
      agent: { answers: { "session/new": { result } } },
      turns: [{ steps: [{ garbage }, { hang: true }] }],
    });
    expect(await rig.prompt()).toMatchObject({ result: "completed", permissions: { asked: 1, cancelled: 1 } });
    expect(rig.decisions).toMatchObject([{ decision: { rule: "after_cancel" } }]);
    expect(answers(rig.lines)).toEqual([{ outcome: "cancelled" }]);
  });

  it("outside a turn is refused: nobody waits for what it would do", async () => {
    const late = { permission: { id: "c", title: "later", kind: "execute", tool: "bash" } };
    const rig = await scriptedSession({ turns: [{ steps: [{ message: "hi" }, { late: [{ delay: 1 }, late] }] }] });
    await rig.prompt();
    await rig.session.close();
    expect(rig.decisions.map(({ decision }) => decision.rule)).not.toContain("policy");
  });

  it("is told after what the agent said before it", async () => {
    const order: string[] = [];
    const rig = await scriptedSession(
      {
        turns: [
          {
            steps: [
              { message: "I will run it." },
              { permission: { id: "c", title: "t", kind: "execute" } },
              { message: "Ran." },
            ],
          },
        ],
      },
      {
        host: {
          event: (event: AgentEvent) => void order.push(event.type === "message" ? event.text : event.type),
          async permission() {
            order.push("permission");
            return allowed;
          },
        },
      },
    );
    const outcome = await rig.prompt();
    expect(order).toEqual(["I will run it.", "permission", "Ran.", "stop"]);
    expect(outcome).toMatchObject({ text: "I will run it.\n\nRan.", finalMessage: "Ran." });
  });
});

describe("a cancel while a permission is open", () => {
  const neverAnswers = asks({ allowed: [{ message: "did it" }] });

  it("withdraws the question, records the cancel, and only then answers cancelled", async () => {
    const caller = new AbortController();
    const states: boolean[] = [];
    const rig = await scriptedSession(neverAnswers, {
      host: {
        async permission(_request, state, withdrawn) {
          states.push(state.cancelled);
          if (state.cancelled) {
            // A host leaves out what was withdrawn: this must not be.
            expect(withdrawn.aborted).toBe(false);
            expect(answers(rig.lines)).toEqual([]);
            return cancelled;
          }
          expect(withdrawn.aborted).toBe(false);
          caller.abort();
          expect(withdrawn.aborted).toBe(true);
          return new Promise<PermissionDecision>(() => {});
        },
      },
    });
    const outcome = await rig.session.prompt("go", caller.signal);
    expect(outcome).toMatchObject({ result: "cancelled", permissions: { asked: 1, cancelled: 1 } });
    expect(states).toEqual([false, true]);
    expect(answers(rig.lines)).toEqual([{ outcome: "cancelled" }]);
    const methods = sent(rig.lines).map(({ method, result }) => method ?? (result?.outcome ? "answer" : "other"));
    expect(methods.slice(-2)).toEqual(["session/cancel", "answer"]);
  });

  it("sends no approval that was decided before the cancel and not yet sent", async () => {
    const caller = new AbortController();
    const rig = await scriptedSession(neverAnswers, {
      host: {
        async permission(_request, state) {
          if (state.cancelled) return cancelled;
          queueMicrotask(() => caller.abort());
          return allowed;
        },
      },
    });
    const outcome = await rig.session.prompt("go", caller.signal);
    expect(outcome).toMatchObject({ result: "cancelled", text: "" });
    expect(answers(rig.lines)).toEqual([{ outcome: "cancelled" }]);
  });

  it("by the agent, of that request alone, is answered too, and the turn goes on", async () => {
    const rig = await scriptedSession(asks({ withdrawn: true, requestId: "p1" }), {
      host: {
        permission: async (_request, state) =>
          state.cancelled ? cancelled : new Promise<PermissionDecision>(() => {}),
      },
    });
    const outcome = await rig.prompt();
    expect(outcome).toMatchObject({ result: "completed", text: "so be it", permissions: { asked: 1, cancelled: 1 } });
    expect(answers(rig.lines)).toEqual([{ outcome: "cancelled" }]);
  });
});

import { describe, expect, it } from "vitest";
import type { EventBody, EventData } from "../journal/events.ts";
import { recorded } from "../testing/recorded.ts";
import { timeline } from "./timeline.ts";

const ref = { plan: "p", step: "A", attempt: 1 };
const tools = { allowed: null, denied: [] };
const agentEvent = (event: EventData["agent.event"]["event"]): EventBody => ({
  type: "agent.event",
  data: { session: "a-1", event },
});
const request = {
  options: [],
  session: "s",
  title: "Run `ls`",
  kind: "execute",
  tools: ["bash"],
  input: {},
  verbatim: {},
};
const permission = (decision: EventData["permission.decided"]["decision"]): EventBody => ({
  type: "permission.decided",
  data: { request, decision, policy: "rules", tools },
});
const session = { agent: "claude", session: "claude-1", agentSession: "s-9", conversation: "*", tools };
const turn = { flags: [], text: "", finalMessage: "" };

const lines: readonly (readonly [EventBody, string])[] = [
  [
    { type: "run.started", data: { file: "release.md", hash: "", trust: "trusted", permissions: null, params: {} } },
    "run r1 of release.md started, trusted, permissions not needed",
  ],
  [{ type: "run.resumed", data: { driver: "d", permissions: "deny" } }, "run resumed, permissions deny"],
  [{ type: "run.finished", data: { status: "waiting", output: { text: "" } } }, "run waiting"],
  [
    { type: "run.finished", data: { status: "failed", output: { text: "" }, error: { code: "X", message: "exit 2" } } },
    "run failed: exit 2",
  ],
  [{ type: "node.started", data: { name: "release", tools } }, "release started"],
  [{ type: "node.started", data: { name: "release", implementation: "careful", tools } }, "release started as careful"],
  [
    { type: "node.finished", data: { name: "release", status: "success", durationMs: 61_000, text: "" } },
    "release: success in 1 min 1 s",
  ],
  [
    { type: "node.finished", data: { name: "release", status: "failed", durationMs: 5, text: "", error: "no" } },
    "release: failed in 5 ms: no",
  ],
  [
    {
      type: "plan.frozen",
      data: { plan: "p", mode: "simple", hash: "", steps: [{ id: "A", label: "A", type: "tool" }], edges: 0 },
    },
    "plan p frozen: 1 step, 0 edges, simple",
  ],
  [{ type: "step.started", data: ref }, "step A started"],
  [{ type: "step.started", data: { ...ref, attempt: 2 } }, "step A started, attempt 2"],
  [{ type: "step.done", data: { ...ref, durationMs: 1_234, output: { text: "" } } }, "step A done in 1.2 s"],
  [
    { type: "step.done", data: { ...ref, durationMs: 5, output: { text: "" }, label: "yes" } },
    'step A done in 5 ms: "yes"',
  ],
  [{ type: "step.skipped", data: { ...ref, reason: "routed" } }, "step A skipped: no path leads to it"],
  [{ type: "step.skipped", data: { ...ref, reason: "loop_exit" } }, "step A skipped: its loop ended early"],
  [
    { type: "step.skipped", data: { ...ref, reason: "waived", note: "known" } },
    "step A skipped: a person went on without it (known)",
  ],
  [{ type: "step.skipped", data: { ...ref, reason: "cancelled" } }, "step A skipped: a person cancelled its branch"],
  [{ type: "step.blocked", data: { ...ref, durationMs: 5, error: "exit 2" } }, "step A blocked after 5 ms: exit 2"],
  [{ type: "step.waiting", data: ref }, "step A waits for a person"],
  [
    { type: "step.pending", data: { ...ref, again: "retry", error: "exit 2" } },
    "step A is to run again: it failed: exit 2",
  ],
  [{ type: "step.pending", data: { ...ref, again: "interrupted" } }, "step A is to run again: it was interrupted"],
  [{ type: "step.pending", data: { ...ref, again: "answer" } }, "step A is to run again: a person asked for it"],
  [
    {
      type: "checkpoint.opened",
      data: {
        checkpoint: {
          id: "p::A#1:gate",
          plan: "p",
          step: "A",
          attempt: 1,
          reason: "gate",
          message: "which?",
          choices: [
            { id: "yes", label: "yes" },
            { id: "no", label: "no" },
          ],
          askedAt: "",
        },
      },
    },
    "checkpoint p::A#1:gate asks: which? (yes, no)",
  ],
  [
    {
      type: "checkpoint.answered",
      data: {
        plan: "p",
        step: "A",
        checkpoint: "p::A#1:gate",
        answer: { choice: "yes", actor: "ada", note: "sure", at: "" },
      },
    },
    'checkpoint p::A#1:gate answered "yes" by ada (sure)',
  ],
  [
    {
      type: "checkpoint.anticipated",
      data: { plan: "p", step: "A", answer: { choice: "yes", actor: "ada", note: "sure", at: "" } },
    },
    'answer "yes" to step A given in advance by ada (sure)',
  ],
  [
    { type: "tool.finished", data: { ...ref, tool: "bash", exitCode: 2, signal: null, durationMs: 5, stderr: "" } },
    "step A: bash exited 2 in 5 ms",
  ],
  [
    {
      type: "tool.finished",
      data: { ...ref, tool: "bash", exitCode: null, signal: "SIGKILL", durationMs: 5, stderr: "" },
    },
    "step A: bash ended by SIGKILL in 5 ms",
  ],
  [
    { type: "tool.finished", data: { ...ref, tool: "sql", exitCode: null, signal: null, durationMs: 5, stderr: "" } },
    "step A: sql finished in 5 ms",
  ],
  [{ type: "agent.opened", data: session }, "agent claude opened session claude-1"],
  [
    { type: "agent.opened", data: { ...session, continues: { session: "claude-0", by: "agent" } } },
    "agent claude opened session claude-1, which goes on with claude-0",
  ],
  [
    {
      type: "agent.opened",
      data: { ...session, continues: { session: "claude-0", by: "retelling", reason: "it had other tools" } },
    },
    "agent claude opened session claude-1, which is told of claude-0: it had other tools",
  ],
  [{ type: "agent.prompted", data: { session: "a-1", prompt: "Do\nthis" } }, "prompt to a-1: Do this"],
  [
    { type: "agent.replied", data: { session: "a-1", outcome: { ...turn, result: "completed" } } },
    "turn of a-1 completed",
  ],
  [
    {
      type: "agent.replied",
      data: { session: "a-1", outcome: { ...turn, result: "agent_error", error: "overloaded" } },
    },
    "turn of a-1 agent_error: overloaded",
  ],
  [agentEvent({ type: "message", text: "Hello" }), "a-1 says: Hello"],
  [agentEvent({ type: "thought", text: "Hm" }), "a-1 thinks: Hm"],
  [
    agentEvent({ type: "tool_call", id: "1", title: "ls", kind: "execute", status: "pending", tools: ["bash"] }),
    'a-1 calls "ls" (bash): pending',
  ],
  [agentEvent({ type: "tool_update", id: "1", status: "completed" }), "a-1 call 1: completed"],
  [agentEvent({ type: "tool_update", id: "1", output: "x" }), "a-1 call 1: updated"],
  [
    agentEvent({ type: "unasked", id: "1", title: "rm", tools: ["bash"], violation: true }),
    'a-1 ran "rm" (bash) without being allowed to, outside its constraint',
  ],
  [
    agentEvent({ type: "unasked", id: "1", title: "ls", tools: [], violation: false }),
    'a-1 ran "ls" without being allowed to',
  ],
  [agentEvent({ type: "offered", tools: ["sql", "step_result"] }), "a-1 is offered sql, step_result"],
  [agentEvent({ type: "offered_call", tool: "sql", input: {} }), "a-1 calls the runtime's sql"],
  [
    agentEvent({ type: "step_result", status: "done", summary: "loaded\n3 rows" }),
    "a-1 says that its step is done: loaded 3 rows",
  ],
  [
    agentEvent({ type: "held", rung: "native_denial", tools: ["bash", "edit"] }),
    "a-1 was kept from bash, edit: it was told not to use them",
  ],
  [
    agentEvent({ type: "held", rung: "call_refused", tools: ["sql"], reason: "sql is not allowed here" }),
    "a-1 was kept from sql: its call was refused (sql is not allowed here)",
  ],
  [agentEvent({ type: "plan", entries: [] }), "a-1 changed its plan"],
  [agentEvent({ type: "usage", usage: {} }), "a-1 reported its usage"],
  [agentEvent({ type: "mode", mode: "ask", expected: true }), "a-1 is in mode ask"],
  [agentEvent({ type: "mode", mode: "yolo", expected: false }), "a-1 is in mode yolo, which nobody asked for"],
  [agentEvent({ type: "note", text: "cut" }), "a-1: cut"],
  [agentEvent({ type: "raw", value: { odd: 1 } }), 'a-1 sent something unknown: {"odd":1}'],
  [agentEvent({ type: "raw", value: undefined }), "a-1 sent something unknown: nothing"],
  [agentEvent({ type: "stop", reason: "end_turn" }), "a-1 stopped: end_turn"],
  [
    permission({ outcome: { outcome: "selected", optionId: "1" }, allows: true, rule: "allow Bash(ls)" }),
    'permission for "Run `ls`" allowed by allow Bash(ls) (policy rules)',
  ],
  [
    permission({ outcome: { outcome: "selected", optionId: "2" }, allows: false, rule: "base" }),
    'permission for "Run `ls`" refused by base (policy rules)',
  ],
  [
    permission({ outcome: { outcome: "cancelled" }, allows: false, rule: "base" }),
    'permission for "Run `ls`" cancelled by base (policy rules)',
  ],
  [{ type: "note.recorded", data: { code: "tool", message: "no bash here" } }, "tool: no bash here"],
];

describe("the timeline of a run", () => {
  it.each(lines)("%j", (body, line) => {
    expect(timeline(recorded([body]))).toEqual([`2026-05-04T03:02:01.000Z  ${line}`]);
  });
});

describe("whatever documents, tools and agents say", () => {
  it.each([
    ["line feeds", "one\r\ntwo\u2028three", "a-1 says: one two three"],
    ["terminal escapes", "a\u001b[2Jb\u0007", "a-1 says: a [2Jb"],
    ["overrides of the reading direction", "a\u202egnp.exe", "a-1 says: a gnp.exe"],
    ["a lone surrogate", "a\ud800b", "a-1 says: a b"],
  ])("%s cannot leave the line", (_what, text, line) => {
    expect(timeline(recorded([agentEvent({ type: "message", text })]))).toEqual([`2026-05-04T03:02:01.000Z  ${line}`]);
  });

  it("a step's name or a person's note cannot either", () => {
    const body: EventBody = {
      type: "step.skipped",
      data: { ...ref, step: "A\u001b[31m", reason: "waived", note: "x\nrun done" },
    };
    expect(timeline(recorded([body]))[0]).toBe(
      "2026-05-04T03:02:01.000Z  step A [31m skipped: a person went on without it (x run done)",
    );
  });

  it("a long text is cut, with a mark", () => {
    const [line = ""] = timeline(recorded([agentEvent({ type: "message", text: "x".repeat(1_000_000) })]));
    expect(line).toBe(`2026-05-04T03:02:01.000Z  a-1 says: ${"x".repeat(119)}…`);
  });
});

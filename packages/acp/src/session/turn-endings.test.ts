import { describe, expect, it } from "vitest";
import { scriptedSession } from "../testing/scripted-session.ts";

const turn = (...steps: object[]) => ({ turns: [{ steps }] });

describe("how a turn ends", () => {
  it.each([
    ["no text", turn({ stop: "end_turn" }), { result: "completed", flags: ["empty"] }],
    ["text", turn({ message: "hi" }), { result: "completed", flags: [], text: "hi" }],
    ["the limit of its tokens", turn({ stop: "max_tokens" }), { result: "limit", stopReason: "max_tokens" }],
    ["the limit of its requests", turn({ stop: "max_turn_requests" }), { result: "limit" }],
    ["a refusal", turn({ stop: "refusal" }), { result: "refused" }],
    ["cancelled by nobody we know", turn({ stop: "cancelled" }), { result: "agent_cancelled" }],
    ["an unknown reason", turn({ stop: "tired" }), { result: "failed", failure: "stop_reason", stopReason: "tired" }],
    [
      "an error",
      turn({ error: { code: 400, message: "stub says no" } }),
      { result: "agent_error", error: "stub says no (error 400)" },
    ],
    [
      "an error that tells of a cancel, and we cancelled nothing",
      turn({ error: { code: -32800, message: "Request cancelled" } }),
      { result: "agent_error", error: "Request cancelled (error -32800)" },
    ],
    [
      "a login",
      turn({ error: { code: -32000, message: "log in" } }),
      { result: "agent_error", failure: "authentication" },
    ],
    ["an error text and no usage", turn({ message: "API Error: 500" }), { result: "completed", flags: ["suspect"] }],
    [
      "an exit",
      turn({ stderr: "out of memory" }, { crash: { code: 3 } }),
      { result: "agent_exited", error: "the agent exited with status 3; it last wrote: out of memory" },
    ],
    [
      "an exit with 0",
      turn({ crash: { code: 0 } }),
      { result: "agent_exited", error: "the agent exited with status 0" },
    ],
    [
      "a closed output",
      turn({ ignore: ["end_of_input"] }, { stderr: "broken pipe" }, { close_output: true }, { hang: true }),
      { result: "agent_exited", error: "the agent closed its output; it last wrote: broken pipe" },
    ],
    [
      "a kill",
      turn({ crash: { signal: "SIGKILL" } }),
      { result: "agent_exited", error: "the agent was ended by SIGKILL" },
    ],
  ])("%s", async (_, script, expected) => {
    const rig = await scriptedSession(script, { configuration: { limits: { closeMs: 100 } } });
    expect(await rig.prompt()).toMatchObject(expected);
  });

  it("error -32800 after our cancel is cancelled", async () => {
    const caller = new AbortController();
    const gives = { permission: { id: "c", refused: [{ error: { code: -32800, message: "Request cancelled" } }] } };
    const rig = await scriptedSession(turn({ ignore: ["cancel"] }, gives), {
      host: {
        async permission(_request, { cancelled }) {
          if (cancelled) return { outcome: { outcome: "cancelled" }, allows: false, rule: "after_cancel" };
          caller.abort();
          return new Promise(() => {});
        },
      },
    });
    const outcome = await rig.session.prompt("go", caller.signal);
    expect(outcome).toMatchObject({ result: "cancelled", error: "Request cancelled" });
  });

  it("keeps what was said before the agent exited, and says so again at the next prompt", async () => {
    const rig = await scriptedSession(turn({ message: "half a thou" }, { crash: { code: 1 } }));
    expect(await rig.prompt()).toMatchObject({ result: "agent_exited", text: "half a thou" });
    expect(rig.events).toEqual([{ type: "message", text: "half a thou" }]);
    expect(await rig.prompt()).toMatchObject({ result: "agent_exited", error: "the agent exited with status 1" });
  });

  it("does not wait for a child of the agent that holds its output open after it is gone", async () => {
    const script = turn({ spawn: { command: ["sleep", "1000"], setsid: true } }, { crash: { code: 5 } });
    const rig = await scriptedSession(script, { configuration: { limits: { closeMs: 50 } } });
    expect(await rig.prompt()).toMatchObject({
      result: "agent_exited",
      error: "the agent exited with status 5",
      sessionOver: true,
    });
  });
});

import { describe, expect, test } from "vitest";
import { AgentError, type AgentErrorCode, type TurnFailure, type TurnResult } from "../agent/agent.ts";
import { completed } from "../testing/scripted-provider.ts";
import { failureOfAgent, failureOfTurn } from "./agent-failure.ts";

describe("a turn that came to nothing is tried again where that may help", () => {
  test.each<[TurnResult, TurnFailure | undefined, boolean]>([
    ["agent_error", undefined, true],
    ["agent_exited", undefined, true],
    ["limit", undefined, true],
    ["agent_exited", "idle_limit", true],
    ["agent_error", "authentication", false],
    ["agent_exited", "tool_denied", false],
    ["agent_exited", "mode_changed", false],
    ["refused", undefined, false],
    ["denied", undefined, false],
    ["agent_cancelled", undefined, false],
    ["failed", "stop_reason", false],
  ])("%s, for %s: %s", (result, failure, retryable) => {
    const turn = { ...completed(""), result, ...(failure === undefined ? {} : { failure }) };
    expect(failureOfTurn(turn).retryable).toBe(retryable);
  });

  test("and says why, by the error rather than by the reason it stopped for", () => {
    const turn = { ...completed(""), result: "agent_error", stopReason: "end_turn" } as const;
    expect(failureOfTurn(turn).failed).toBe("the agent's turn ended as agent_error: end_turn");
    expect(failureOfTurn({ ...turn, error: "overloaded" }).failed).toContain(": overloaded");
  });

  test("under the code of what was refused", () => {
    const turn = { ...completed(""), result: "agent_exited" } as const;
    expect(failureOfTurn(turn).code).toBe("AgentFailed");
    expect(failureOfTurn({ ...turn, failure: "tool_denied" }).code).toBe("ToolDenied");
  });
});

test.each<[AgentErrorCode, string, boolean]>([
  ["exited", "AgentFailed", true],
  ["timeout", "AgentFailed", true],
  ["not_configured", "AgentNotFound", false],
  ["model_unavailable", "ModelUnavailable", false],
  ["tool_denied", "ToolDenied", false],
  ["authentication", "AgentFailed", false],
  ["protocol", "AgentFailed", false],
])("an agent that cannot be had for %s is %s, tried again: %s", (code, runCode, retryable) => {
  expect(failureOfAgent(new AgentError(code, "no"))).toEqual({ failed: "no", code: runCode, retryable });
});

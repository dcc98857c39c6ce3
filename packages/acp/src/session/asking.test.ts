import { AgentError, type ToolSet } from "@agent-markup/core";
import { describe, expect, it } from "vitest";
import type { AgentConfiguration } from "../configuration.ts";
import { genericProfile } from "../profiles/generic.ts";
import type { Asking, Profile } from "../profiles/profile.ts";
import { checkEnforceable, isKnownToAsk, pinnedMode } from "./asking.ts";

const configuration: AgentConfiguration = { command: ["agent"] };
const everything: ToolSet = { allowed: null, denied: new Set() };
const readOnly: ToolSet = { allowed: new Set(["view", "grep"]), denied: new Set() };
const profile = (asking: Asking): Profile => ({ ...genericProfile, asking });
const byMode = profile({ by: "mode", mode: "default" });

function refusal(asking: Asking, changes: Partial<AgentConfiguration>, tools: ToolSet, denied: string[] = []): string {
  try {
    checkEnforceable("a", profile(asking), { ...configuration, ...changes }, { denied }, tools);
    return "";
  } catch (error) {
    return error instanceof AgentError ? error.code : String(error);
  }
}

describe("pinnedMode", () => {
  it("is the profile's asking mode, unless the operator says another", () => {
    expect(pinnedMode(byMode, configuration)).toBe("default");
    expect(pinnedMode(byMode, { ...configuration, mode: "plan" })).toBe("plan");
    expect(pinnedMode(profile({ by: "nature" }), configuration)).toBeUndefined();
  });
});

describe("isKnownToAsk", () => {
  it.each([
    [{ by: "nature" }, undefined, true],
    [{ by: "nature" }, "any", true],
    [{ by: "mode", mode: "default" }, undefined, true],
    [{ by: "mode", mode: "default" }, "default", true],
    [{ by: "mode", mode: "default" }, "acceptEdits", false],
    [{ by: "environment" }, undefined, true],
    [{ by: "environment" }, "build", false],
    [{ by: "unknown" }, undefined, false],
    [{ by: "unknown" }, "default", false],
  ] as const)("%j in the operator's mode %s: %s", (asking, mode, expected) => {
    expect(isKnownToAsk(profile(asking), mode === undefined ? configuration : { ...configuration, mode })).toBe(
      expected,
    );
  });
});

describe("checkEnforceable", () => {
  it.each([
    ["an agent that asks, without a constraint", { by: "nature" }, {}, everything, [], ""],
    ["an agent that asks, under a constraint", { by: "nature" }, {}, readOnly, [], ""],
    ["an unknown agent", { by: "unknown" }, {}, everything, [], "mode"],
    ["an unknown agent, opted in", { by: "unknown" }, { acceptUnverified: true }, everything, [], ""],
    ["an unknown agent that may not write", { by: "unknown" }, {}, readOnly, [], "tool_denied"],
    ["an unknown agent that may not write, opted in", { by: "unknown" }, { acceptUnverified: true }, readOnly, [], ""],
    [
      "one that is told natively, but of which nobody knows whether it asks",
      { by: "unknown" },
      {},
      readOnly,
      ["bash", "edit", "write"],
      "mode",
    ],
    ["one that is told of two of three", { by: "unknown" }, {}, readOnly, ["bash", "edit"], "tool_denied"],
    [
      "one in a mode that is not the asking one",
      { by: "mode", mode: "default" },
      { mode: "yolo" },
      everything,
      [],
      "mode",
    ],
  ] as const)("%s", (_, asking, changes, tools, denied, expected) => {
    expect(refusal(asking, changes, tools, [...denied])).toBe(expected);
  });

  it("names the tools that nothing holds", () => {
    const check = () => checkEnforceable("reviewer", genericProfile, configuration, { denied: ["bash"] }, readOnly);
    expect(check).toThrow("agent reviewer may not use edit, write here, and nothing keeps it from doing so");
  });
});

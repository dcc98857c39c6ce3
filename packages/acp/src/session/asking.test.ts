import { AgentError, type ToolSet } from "@agent-markup/core";
import { describe, expect, it } from "vitest";
import type { AgentConfiguration } from "../configuration.ts";
import { genericProfile } from "../profiles/generic.ts";
import type { Asking, NativeDenials, Profile } from "../profiles/profile.ts";
import { checkEnforceable, isKnownToAsk, pinnedMode, pinnedOptions, unheldTools } from "./asking.ts";

const configuration: AgentConfiguration = { command: ["agent"] };
const everything: ToolSet = { allowed: null, denied: new Set() };
const readOnly: ToolSet = { allowed: new Set(["view", "grep"]), denied: new Set() };
const profile = (asking: Asking): Profile => ({ ...genericProfile, asking });
const byMode = profile({ by: "mode", mode: "default" });

interface Agent extends Partial<NativeDenials> {
  readonly unasked?: readonly string[];
}

function refusal(asking: Asking, changes: Partial<AgentConfiguration>, tools: ToolSet, agent: Agent = {}): string {
  const { unasked = [], ...denials } = agent;
  try {
    checkEnforceable(
      {
        name: "a",
        profile: { ...profile(asking), unasked },
        configuration: { ...configuration, ...changes },
        denials: { denied: [], ...denials },
      },
      tools,
    );
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

describe("pinnedOptions", () => {
  const withOptions = profile({ by: "mode", mode: "default", options: { allow_all: "off" } });

  it("are those of the asking mode, and none in a mode that the operator chose instead", () => {
    expect(pinnedOptions(withOptions, configuration)).toEqual([["allow_all", "off"]]);
    expect(pinnedOptions(withOptions, { ...configuration, mode: "default" })).toEqual([["allow_all", "off"]]);
    expect(pinnedOptions(withOptions, { ...configuration, mode: "autopilot" })).toEqual([]);
    expect(pinnedOptions(byMode, configuration)).toEqual([]);
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
    expect(refusal(asking, changes, tools, { denied })).toBe(expected);
  });

  const asks = { by: "mode", mode: "default" } as const;
  it.each([
    ["that runs commands unasked, without a constraint", { unasked: ["bash"] }, {}, everything, ""],
    ["that runs commands unasked, where they are denied", { unasked: ["bash"] }, {}, readOnly, "tool_denied"],
    ["that is told not to run them", { unasked: ["bash"], denied: ["bash"] }, {}, readOnly, ""],
    ["of which something makes one doubt", { doubt: "rules" }, {}, everything, "mode"],
    ["of which something makes one doubt, opted in", { doubt: "rules" }, { acceptUnverified: true }, everything, ""],
  ] as const)("one that asks, but %s", (_, agent, changes, tools, expected) => {
    expect(refusal(asks, changes, tools, agent)).toBe(expected);
  });

  it("says what makes it doubt", () => {
    const agent = { name: "a", profile: byMode, configuration, denials: { denied: [], doubt: "rules in /x" } };
    expect(() => checkEnforceable(agent, everything)).toThrow(
      "agent a may use tools without asking, so no permission policy can hold it: rules in /x; take them away",
    );
  });

  it("names the tools that nothing holds", () => {
    const denials = { denied: ["bash"] };
    const agent = { name: "reviewer", profile: genericProfile, configuration, denials };
    expect(unheldTools(agent, readOnly)).toEqual(["edit", "write"]);
    expect(() => checkEnforceable(agent, readOnly)).toThrow(
      "agent reviewer may not use edit, write here, and nothing keeps it from doing so",
    );
  });
});

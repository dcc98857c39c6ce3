import { describe, expect, test } from "vitest";
import { adviceOnAgent, adviceWithoutAgent } from "./agent-advice.ts";

const nothing = { agents: [], otherAgents: { found: [], untrusted: [] } };
const found = { agents: [], otherAgents: { found: ["gemini", "claude"], untrusted: [] } };

describe("the advice on an agent that is not configured", () => {
  test.each([
    [
      "with nothing here",
      nothing,
      'add "agents": { "x": { "command": [...] } } to aml.config.json, or "*" for every name',
    ],
    [
      "with agents on this machine: they are named, and the line for one of them",
      found,
      'found on this machine: gemini, claude; add "agents": { "x": { "profile": "gemini" } } to aml.config.json, or "*" for every name, or give --agent gemini',
    ],
    [
      "with others configured: they are named",
      { agents: ["y"] },
      'configured: y; add "agents": { "x": { "command": [...] } } to aml.config.json, or "*" for every name, or give --agent y',
    ],
  ])("%s", (_, known, advice) => {
    expect(adviceOnAgent("x", known)).toBe(advice);
  });

  test.each([[["x"]], [["*"]]])("is to trust the project where that configures it as %s", (untrusted) => {
    expect(adviceOnAgent("x", { agents: ["y"], otherAgents: { found: ["gemini"], untrusted } })).toMatch(
      /only once a person trusts the project.*--trust trusted/,
    );
    expect(adviceOnAgent("z", { agents: ["y"], otherAgents: { found: [], untrusted: ["x"] } })).toMatch(
      /^configured: y/,
    );
  });
});

describe("the advice where no agent is in scope", () => {
  test.each([
    ["with nothing here", nothing, 'put <agent name="..."> around it, or set "defaultAgent" in aml.config.json'],
    [
      "with agents on this machine",
      found,
      'found on this machine: gemini, claude; put <agent name="gemini"> around it, or set "defaultAgent" in aml.config.json, or give --agent gemini',
    ],
    [
      "with a configured one",
      { agents: ["*", "y"] },
      'put <agent name="y"> around it, or set "defaultAgent" in aml.config.json, or give --agent y',
    ],
  ])("%s", (_, known, advice) => {
    expect(adviceWithoutAgent(known)).toBe(advice);
  });

  test("is to trust the project where only that has agents", () => {
    expect(adviceWithoutAgent({ agents: [], otherAgents: { found: [], untrusted: ["x"] } })).toMatch(/aml trust/);
  });
});

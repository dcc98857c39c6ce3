import { describe, expect, test } from "vitest";
import type { AgentFile } from "../3-register/agent-file.ts";
import { check } from "../check.ts";
import { agentScope } from "./agent-scope.ts";

const described: AgentFile = {
  name: "reviewer",
  file: ".claude/agents/reviewer.md",
  layer: "project",
  description: "",
  model: "large",
  tools: null,
  persona: "You review.",
};

function scopeOf(tag: string, agents: readonly string[], defaultAgent: string | null = null) {
  const element = check([{ file: "a.md", text: `${tag}x</agent>` }]).documents[0]?.elements[0];
  if (element === undefined) throw new Error("no agent");
  return agentScope(element, new Map([["reviewer", described]]), { agents, defaultAgent });
}

const { file, layer, persona } = described;
const base = { name: "reviewer", model: "large", described: { file, layer, persona } };

describe("the agent in scope of an <agent>", () => {
  test.each<[string, string, readonly string[], string | null, object]>([
    ["without a file is what the tag says", '<agent name="x" model="m">', ["*"], null, { name: "x", model: "m" }],
    ["with a file runs on the configured one of its name", '<agent name="reviewer">', ["reviewer", "w"], "w", base],
    ["else on the one for every name", '<agent name="reviewer">', ["*", "w"], "w", base],
    ["else on the default one", '<agent name="reviewer">', ["w"], "w", { ...base, servedBy: "w" }],
    ["but on no default that is not configured", '<agent name="reviewer">', ["w"], "gone", base],
    [
      "has the model of the tag first",
      '<agent name="reviewer" model="small">',
      ["*"],
      null,
      { ...base, model: "small" },
    ],
  ])("%s", (_, tag, agents, defaultAgent, scope) => {
    expect(scopeOf(tag, agents, defaultAgent)).toEqual(scope);
  });
});

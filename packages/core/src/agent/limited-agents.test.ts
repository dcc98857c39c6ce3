import { describe, expect, test } from "vitest";
import type { HostLimits } from "../5-authorise/host-limits.ts";
import { everyTool } from "../5-authorise/tool-set.ts";
import { documentRig } from "../testing/document-rig.ts";
import { doneLine } from "../testing/scripted-provider.ts";
import { AgentError, type AgentProvider } from "./agent.ts";
import { limitedAgents } from "./limited-agents.ts";

const gate = [
  '<agent name="judge" model="large"><skill impl="dde-advanced">',
  "flowchart LR",
  "  G{ok?} -->|yes| B",
  "  G -->|no| C",
  '<step node="G" type="gate">Is it good?</step>',
  '<step node="B" type="manual"/><step node="C" type="manual"/>',
  "</skill></agent>",
].join("\n");

describe("an agent that the host's policy does not allow", () => {
  test.each<[string, HostLimits]>([
    ["by its name", { agents: [{ deny: ["judge"] }] }],
    ["by its model", { models: [{ allow: ["small"] }] }],
  ])("decides no gate either, which a person then does: refused %s", async (_, limits) => {
    const { run, agent } = await documentRig({}, () => doneLine("yes"), { limits });
    const { plans } = await run(gate);
    expect(agent.opened).toEqual([]);
    const [decided] = plans[0]?.nodes ?? [];
    expect(decided).toMatchObject({ status: "waiting" });
  });

  test("by the model that its configuration makes of the one asked for", async () => {
    const asked: (string | undefined)[] = [];
    const provider: AgentProvider = {
      names: ["judge"],
      modelFor: (_, requested) => (requested === undefined ? "configured" : `real-${requested}`),
      async open({ model }) {
        asked.push(model);
        throw new AgentError("session", "opened");
      },
    };
    const opened = async (deny: string, model?: string) => {
      const agents = limitedAgents(provider, { models: [{ deny: [deny] }] });
      const request = { agent: "judge", cwd: "/", tools: everyTool, marker: "m", signal: new AbortController().signal };
      const host = { permission: () => Promise.reject(new Error("asked")), event: () => {} };
      return agents.open({ ...request, ...(model === undefined ? {} : { model }) }, host).catch(String);
    };
    expect(await opened("real-large", "large")).toContain("the host's policy does not allow the model real-large");
    expect(await opened("configured")).toContain("the host's policy does not allow the model configured");
    expect(asked).toEqual([]);
    expect(await opened("small", "large")).toContain("opened");
  });

  test("is one of others, which decide", async () => {
    const { run, agent } = await documentRig({}, () => doneLine("yes"), { limits: { agents: [{ allow: ["judge"] }] } });
    await run(gate);
    expect(agent.opened).toMatchObject([{ agent: "judge", model: "large" }]);
  });
});

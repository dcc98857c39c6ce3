import { type AgentEvent, isAvailable, type SessionHost, type ToolSet } from "@agent-markup/core";
import { describe, expect, it } from "vitest";
import { genericProfile } from "../profiles/generic.ts";
import type { Profile } from "../profiles/profile.ts";
import { scriptedProfile } from "../profiles/scripted.ts";
import { refusal } from "../testing/refusal.ts";
import { type RigOptions, scriptedSession } from "../testing/scripted-session.ts";

const readOnly: ToolSet = { allowed: new Set(["view", "mcp/git/log"]), denied: new Set() };
const saying = { turns: [{ steps: [{ message: "hi" }] }] };

/** Tells its agent natively not to use `bash` and `edit`, where the constraint says so. */
const tellingProfile: Profile = {
  ...scriptedProfile,
  nativeDenials: (tools) => ({ denied: ["bash", "edit", "view"].filter((tool) => !isAvailable(tools, tool)) }),
};

/** What kept an agent from tools before and while it was prompted. */
async function held(script: object, options: RigOptions) {
  const events: AgentEvent[] = [];
  const host: Partial<SessionHost> = { ...options.host, event: (event) => void events.push(event) };
  const rig = await scriptedSession(script, { ...options, host });
  const outcome = await rig.prompt();
  return { outcome, held: events.filter(({ type }) => type === "held") };
}

describe("the trace says which rung kept an agent from a tool:", () => {
  it("what it was told natively", async () => {
    const configuration = { profile: tellingProfile };
    expect(await held(saying, { tools: readOnly, configuration })).toMatchObject({
      outcome: { result: "completed" },
      held: [{ type: "held", rung: "native_denial", tools: ["bash", "edit"] }],
    });
  });

  it("the servers that were not passed to it, and the tools of others that were kept back", async () => {
    const mcpServers = [
      { name: "git", command: "git-server" },
      { name: "web", command: "web-server" },
    ];
    expect((await held(saying, { tools: readOnly, configuration: { mcpServers } })).held).toEqual([
      { type: "held", rung: "server_not_passed", tools: ["mcp/git/*"], reason: "but for log" },
      { type: "held", rung: "server_not_passed", tools: ["mcp/web/*"] },
    ]);
    const denied: ToolSet = { allowed: null, denied: new Set(["mcp/git/push", "mcp/web/*"]) };
    expect((await held(saying, { tools: denied, configuration: { mcpServers } })).held).toEqual([
      { type: "held", rung: "server_not_passed", tools: ["mcp/git/push"] },
      { type: "held", rung: "server_not_passed", tools: ["mcp/web/*"] },
    ]);
  });

  it("the end of its turn, when it ran one unasked", async () => {
    const call = { id: "c", title: "rm -r out", kind: "execute", tool: "bash", status: "completed" };
    const script = { turns: [{ steps: [{ tool_call: call }, { hang: true }] }] };
    expect(await held(script, { tools: readOnly })).toMatchObject({
      outcome: {
        result: "failed",
        failure: "tool_denied",
        error: "the agent ran rm -r out (bash) without asking, outside its tools",
      },
      held: [{ type: "held", rung: "turn_cancelled", tools: ["bash"] }],
    });
  });

  it("nothing, when the operator wants such a run only to be recorded", async () => {
    const call = { id: "c", title: "rm", kind: "execute", tool: "bash", status: "completed" };
    const script = { turns: [{ steps: [{ tool_call: call }, { message: "removed" }] }] };
    const kept = await held(script, { tools: readOnly, configuration: { violations: "record" } });
    expect(kept).toMatchObject({ outcome: { result: "completed", unasked: ["c"] }, held: [] });
  });

  it("that it was not prompted, when nothing else would have", async () => {
    const events: AgentEvent[] = [];
    const host = { event: (event: AgentEvent) => void events.push(event) };
    const configuration = { profile: genericProfile };
    expect(await refusal(saying, { tools: readOnly, configuration, host })).toMatchObject({ code: "tool_denied" });
    expect(events).toEqual([{ type: "held", rung: "not_prompted", tools: ["bash", "edit", "write"] }]);
  });

  it("nothing, where it may use everything", async () => {
    const configuration = { profile: tellingProfile, mcpServers: [{ name: "git", command: "git-server" }] };
    expect((await held(saying, { configuration })).held).toEqual([]);
  });
});

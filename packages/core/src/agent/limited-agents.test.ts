import { describe, expect, test } from "vitest";
import type { HostLimits } from "../5-authorise/host-limits.ts";
import { documentRig } from "../testing/document-rig.ts";
import { doneLine } from "../testing/scripted-provider.ts";

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
  ])("decides no gate either: refused %s", async (_, limits) => {
    const { run, agent } = await documentRig({}, () => doneLine("yes"), { limits });
    const { plans } = await run(gate);
    expect(agent.opened).toEqual([]);
    const [decided] = plans[0]?.nodes ?? [];
    expect(decided).toMatchObject({
      status: "blocked",
      error: expect.stringContaining("the host's policy does not allow"),
    });
  });

  test("is one of others, which decide", async () => {
    const { run, agent } = await documentRig({}, () => doneLine("yes"), { limits: { agents: [{ allow: ["judge"] }] } });
    await run(gate);
    expect(agent.opened).toMatchObject([{ agent: "judge", model: "large" }]);
  });
});

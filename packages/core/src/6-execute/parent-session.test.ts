import { describe, expect, test } from "vitest";
import { documentRig } from "../testing/document-rig.ts";
import { doneLine } from "../testing/scripted-provider.ts";
import type { RunResult } from "./run-result.ts";

const gate = (step: string, labels: readonly [string, string] = ["left", "right"]) => `<skill impl="dde-advanced">
flowchart LR
  G -->|${labels[0]}| A@{ label: "a", type: pass }
  G -->|${labels[1]}| B@{ label: "b", type: pass }
${step}
</skill>`;
const asked = gate('<step node="G" type="gate">Which way?</step>');
const inside = (text: string) => `<agent name="outer">\n<agent name="inner">\n${text}\n</agent>\n</agent>`;

/** Agents that answer by their names. */
async function answered(document: string, says: Record<string, string>, options: { agentGates?: boolean } = {}) {
  const rig = await documentRig({}, (_prompt, _host, { agent }) => doneLine(says[agent]), { defaultAgent: "worker" });
  const result = await rig.run(document, options);
  const agents = rig.agent.prompts.map(({ session }) => rig.agent.opened[session - 1]?.agent);
  return { result, agents, prompts: rig.agent.prompts };
}

const decided = ({ plans }: RunResult) => plans[0]?.gates.map(({ label }) => label);

describe("a gate whose agent answers none of its labels", () => {
  test("is decided by the session around, which is told that answer as data", async () => {
    const { result, agents, prompts } = await answered(inside(asked), { inner: "perhaps", outer: "right" });
    expect([result.status, decided(result), agents]).toEqual(["done", ["right"], ["inner", "inner", "outer"]]);
    const [instructions = "", data] = prompts[2]?.text.split("It is not instructions") ?? [];
    expect(instructions).toContain("Which way?");
    expect(instructions).not.toContain("perhaps");
    expect(data).toContain("perhaps");
  });

  test("is a person's when the session around cannot tell either", async () => {
    const { result, agents } = await answered(inside(asked), { inner: "perhaps", outer: "who knows" });
    expect([result.status, agents]).toEqual(["waiting", ["inner", "inner", "outer", "outer"]]);
    expect(result.checkpoints).toMatchObject([{ reason: "gate", message: expect.stringContaining("perhaps") }]);
  });

  test("is a person's when there is no session around", async () => {
    const { result, agents } = await answered(asked, { worker: "perhaps" });
    expect([result.status, agents]).toEqual(["waiting", ["worker", "worker"]]);
  });

  test("takes its fallback, and nobody else is asked", async () => {
    const document = inside(gate('<step node="G" type="gate">Which way?</step>', ["left", "else"]));
    const { result, agents } = await answered(document, { inner: "perhaps", outer: "left" });
    expect([result.status, decided(result), agents]).toEqual(["done", ["else"], ["inner", "inner"]]);
  });
});

describe("a gate whose tool says none of its labels", () => {
  const byTool = gate('<step node="G" run="echo upwards"/>').replace("G -->|left|", "G{Which way?} -->|left|");

  test("is decided by the session around", async () => {
    const { result, agents } = await answered(`<agent name="inner">${byTool}</agent>`, { worker: "left" });
    expect([result.status, decided(result), agents]).toEqual(["done", ["left"], ["worker"]]);
  });

  test("is a person's without agent gates", async () => {
    const { result, agents } = await answered(`<agent name="inner">${byTool}</agent>`, {}, { agentGates: false });
    expect([result.status, agents]).toEqual(["waiting", []]);
  });
});

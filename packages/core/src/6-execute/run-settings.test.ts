import { describe, expect, test } from "vitest";
import { type RunSettings, readRunSettings } from "./run-settings.ts";

const settings: RunSettings = {
  trust: "trusted",
  params: { version: "1" },
  maxParallel: 2,
  agentGates: false,
  budget: { steps: 3 },
  permissions: "deny",
  sources: {
    package: { name: "s", layer: "project", folder: "/p/s", allowedTools: ["Read"] },
    definitions: [{ file: "b.md", text: "b", package: { name: "t", layer: "user" } }],
    defaults: { i: "p" },
    agents: [
      { name: "a", file: "a.md", layer: "user", description: "d", model: "m", tools: ["Read"], persona: "p" },
      { name: "b", file: "b.md", layer: "project", description: "", tools: null, persona: "" },
      { name: "c", file: "c.md", layer: "project", description: "", tools: [], persona: "", problem: "broken" },
    ],
  },
};

describe("the settings of a run", () => {
  test("are read as they were kept: a resume goes on under the same terms", () => {
    expect(readRunSettings(JSON.parse(JSON.stringify(settings)))).toEqual(settings);
  });

  test.each([
    ["allowed tools", { package: { name: "s", layer: "project", allowedTools: "Read" } }, { allowedTools: [] }],
    ["a layer", { package: { name: "s", layer: "near" } }, undefined],
  ])("never widen where %s cannot be read", (_, sources, owner) => {
    const read = readRunSettings({ ...settings, sources }).sources.package;
    if (owner === undefined) expect(read).toBeUndefined();
    else expect(read).toMatchObject(owner);
  });

  test("allow no tool to an agent whose tools cannot be read, and know none without a name", () => {
    const agents = [{ name: "a", file: "a.md", layer: "user" }, { name: "b" }, 7];
    expect(readRunSettings({ ...settings, sources: { agents } }).sources.agents).toEqual([
      { name: "a", file: "a.md", layer: "user", description: "", persona: "", tools: [] },
    ]);
  });

  test.each([[null], [{}], [{ ...settings, trust: "full" }], [{ ...settings, permissions: 1 }]])(
    "that no run wrote are not readable: %j",
    (value) => {
      expect(() => readRunSettings(value)).toThrow("not readable");
    },
  );
});

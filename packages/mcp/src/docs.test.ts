import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { servedProject } from "./testing/served-project.ts";

const read = (name: string) => readFileSync(fileURLToPath(new URL(`../../../${name}`, import.meta.url)), "utf8");
const page = read("docs/mcp.md");
const skill = read("skills/aml/SKILL.md");

describe("what is written about the server", () => {
  test("lists the tools that there are, and no other", async () => {
    const { tools } = await (await servedProject().connect()).tools();
    const listed = [...page.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
    expect(listed).toEqual(tools.map(({ name }) => name));
    const allowed = /^allowed-tools: (.*)$/m.exec(skill)?.[1]?.split(" ") ?? [];
    expect(allowed).toContain("mcp__aml__plan_start");
    const names = new Set(tools.map(({ name }) => `mcp__aml__${name}`));
    expect(allowed.filter((name) => !names.has(name))).toEqual([]);
    // Running whole documents is more than following a plan: a person is asked for that.
    expect(allowed).not.toContain("mcp__aml__run_document");
  });

  test("offers no tool that answers a checkpoint, and describes each in a few words", async () => {
    const { tools } = await (await servedProject().connect()).tools();
    for (const { name, description = "", inputSchema } of tools) {
      expect(name).not.toMatch(/approve|answer|skip|waive/);
      expect(description.length).toBeGreaterThan(20);
      expect(description.length).toBeLessThan(200);
      expect(inputSchema.additionalProperties).toBe(false);
    }
  });

  test("has a configuration that starts the server", () => {
    const [, text = ""] = /```json\n([\s\S]*?)```/.exec(page) ?? [];
    expect(JSON.parse(text)).toEqual({ mcpServers: { aml: { command: "aml", args: ["mcp"] } } });
  });

  test("has a skill that aml finds nothing wrong with", () => {
    const project = servedProject({ ".claude/skills/aml/SKILL.md": skill });
    expect(project.aml("check", ".claude/skills/aml/SKILL.md")).toMatchObject({
      status: 0,
      stdout: expect.stringContaining("0 errors, 0 warnings"),
    });
  });

  test("quotes a refusal as it is", async () => {
    const server = await servedProject().connect();
    await server.call("plan_start", { diagram: "flowchart LR\n  B --> C", id: "p" });
    const { text } = await server.call("plan_complete", { plan: "p", step: "C", attempt: 1 });
    expect(page).toContain(text);
  });
});

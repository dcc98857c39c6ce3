import { describe, expect, test } from "vitest";
import { testProject } from "./support/project.ts";
import { runResult } from "./support/run-result.ts";

/** A document that only reads, and an agent that the project configures; starting it leaves a trace. */
function projectWithAgent() {
  return testProject({
    "a.md": '<tool allow="view"><agent name="reviewer">Look at it.</agent></tool>',
    "grant.json": JSON.stringify({ capabilities: { allow: ["fs:read"] } }),
    "aml.config.json": JSON.stringify({
      agents: { reviewer: { command: ["touch", "started"], acceptUnverified: true } },
    }),
  });
}

const reading = ["--trust", "semi-trusted", "--permissions", "deny", "--rules", "grant.json", "--json"];

describe("an agent that the project configures", () => {
  test("is not started by a run that is not trusted, in a project that nobody trusts", () => {
    const project = projectWithAgent();
    const refused = runResult(project.aml("run", "a.md", ...reading));
    expect(refused).toMatchObject({
      status: "refused",
      diagnostics: [{ code: "AML5105", help: expect.stringContaining("only once a person trusts the project") }],
    });
    expect(() => project.read("started")).toThrow("ENOENT");
  });

  test("is started once a person trusts the project, and for a run that is trusted", () => {
    const project = projectWithAgent();
    project.aml("trust");
    expect(runResult(project.aml("run", "a.md", ...reading)).status).toBe("failed");
    expect(project.read("started")).toBe("");
    const another = projectWithAgent();
    another.aml("run", "a.md", "--trust", "trusted", "--permissions", "deny");
    expect(another.read("started")).toBe("");
  });

  test("cannot be chosen on the command line either, which says how", () => {
    const project = projectWithAgent();
    const chosen = project.aml("run", "a.md", ...reading, "--agent", "reviewer");
    expect(chosen).toMatchObject({
      status: 2,
      stdout: "",
      stderr: expect.stringMatching(/nobody has trusted[\s\S]*aml trust/),
    });
    const unknown = project.aml("run", "a.md", "--trust", "trusted", "--permissions", "deny", "--agent", "nobody");
    expect(unknown).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/no agent "nobody"[\s\S]*configured: reviewer/),
    });
  });
});

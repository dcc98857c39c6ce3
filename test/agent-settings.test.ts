import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { repository, testProject } from "./support/project.ts";
import { runResult } from "./support/run-result.ts";

const document = `<agent name="somebody"><skill impl="dde-simple">
flowchart LR
  A@{ label: "Think", type: prompt }
</skill></agent>
`;
const script = JSON.stringify({
  turns: [{ steps: [{ message: 'Thought.\n{"status": "done", "summary": "thought"}' }] }],
});
const scripted = { profile: "scripted", script: "script.json" };

function withAgents(agents: object) {
  return testProject({ "a.md": document, "script.json": script, "aml.config.json": JSON.stringify({ agents }) });
}
const runArguments = ["run", "a.md", "--trust", "trusted", "--permissions", "deny", "--json"];
const run = (on: ReturnType<typeof withAgents>) => on.aml(...runArguments);

const everySetting = {
  command: ["agent", "--acp"],
  profile: "generic",
  npx: true,
  model: "m",
  mode: "ask",
  env: { A: "b" },
  inheritEnv: ["AGENT_*"],
  cwd: "sub",
  mcpServers: {
    files: { command: "files", args: ["-v"], env: { C: "d" } },
    web: { type: "http", url: "http://localhost:1/", headers: { E: "f" } },
  },
  tools: "runtime",
  violations: "record",
  limits: { turnMs: 1000, maxTurnBytes: 1 },
  acceptUnverified: true,
  allowModeSwitch: false,
};

describe("the settings of an agent", () => {
  test("`models` says what the agent calls the model that a document asks for", () => {
    const on = withAgents({});
    const models = { current: "tiny", available: ["tiny", "huge-2"] };
    on.write("script.json", JSON.stringify({ agent: { models }, ...JSON.parse(script) }));
    on.write("a.md", document.replace('name="somebody"', 'name="somebody" model="large"'));
    const configured = (names: object) =>
      on.write("aml.config.json", JSON.stringify({ agents: { "*": scripted }, models: names }));
    configured({});
    expect(runResult(run(on)).plans[0]?.nodes[0]?.error).toContain(
      "the agent has no model large; it has: tiny, huge-2",
    );
    configured({ large: "huge-2" });
    expect(runResult(run(on)).status).toBe("done");
    on.write("policy.json", JSON.stringify({ models: { deny: ["huge-2"] } }));
    const bounded = runResult(on.aml(...runArguments, "--rules", "policy.json"));
    expect(bounded.plans[0]?.nodes[0]?.error).toContain("the host's policy does not allow the model huge-2");
  });

  test('the agent "*" serves every name', () => {
    expect(runResult(run(withAgents({ "*": scripted })))).toMatchObject({ status: "done" });
  });

  test("all of them are read, and are of the published shape", () => {
    const on = withAgents({ x: everySetting });
    expect(on.aml("check", "a.md").status).toBe(0);
    expect(run(on).stderr).not.toContain("aml.config.json");
    const read = (name: string) => JSON.parse(readFileSync(join(repository, "spec", name), "utf8"));
    const ajv = new Ajv2020({ strict: false, allErrors: true }).addSchema(
      read("policy.schema.json"),
      "policy.schema.json",
    );
    const validate = ajv.compile(read("aml.config.schema.json"));
    const configuration = { agents: { x: everySetting }, models: { large: "m" }, handlers: { a: "./a.mjs#b" } };
    expect([validate(configuration), validate.errors]).toEqual([true, null]);
  });

  test("the example of the documentation is of the published shape", () => {
    const page = readFileSync(join(repository, "docs/finding-agents.md"), "utf8");
    const on = withAgents({});
    on.write("aml.config.json", /```json\n(.*?)```/s.exec(page)?.[1] ?? "");
    expect(on.aml("agents", "--json")).toMatchObject({ status: 0, stderr: "" });
  });

  test("a limit holds: a turn that takes longer has failed", () => {
    const hanging = JSON.stringify({ turns: [{ steps: [{ message: "hm" }, { hang: true }] }] });
    const on = withAgents({
      "*": { ...scripted, limits: { turnMs: 300, cancelMs: 200, closeMs: 200, terminateMs: 200 } },
    });
    on.write("script.json", hanging);
    expect(runResult(run(on))).toMatchObject({ status: "failed", plans: [{ nodes: [{ status: "blocked" }] }] });
  });

  test("the folder it works in is relative to the project, and has to be there", () => {
    const on = withAgents({ "*": { ...scripted, cwd: "sub/folder" } });
    const missing = runResult(run(on));
    expect(missing.plans[0]?.nodes[0]?.error).toContain(on.path("sub/folder"));
    on.write("sub/folder/x", "");
    expect(runResult(run(on)).status).toBe("done");
  });

  test.each([
    ["an unknown setting", { inheritenv: [] }, /unknown member "inheritenv"/],
    ["neither a command nor a profile", { profile: undefined, script: undefined }, /needs a "command", or a "profile"/],
    ["nothing but the profile of an unknown agent", { profile: "generic", script: undefined }, /needs a "command"/],
    ["a script for another agent", { profile: "generic", command: ["x"] }, /script is for the profile "scripted"/],
    ["an unknown limit", { limits: { turnSeconds: 1 } }, /limits: unknown member "turnSeconds"/],
    ["a limit of nothing", { limits: { turnMs: 0 } }, /limits\.turnMs must be a whole number above 0/],
    ["a limit in words", { limits: { turnMs: "1m" } }, /limits\.turnMs/],
    ["a switch that is none", { acceptUnverified: "yes" }, /acceptUnverified must be true or false/],
    ["a containment that is none", { contain: "docker" }, /contain must be one of "?namespace/],
    ["names that are no list", { inheritEnv: "HOME" }, /inheritEnv must be a list/],
    ["a server without a command", { mcpServers: { a: {} } }, /mcpServers\.a needs a "command" or a "url"/],
    ["a server of another kind", { mcpServers: { a: { type: "ws", url: "x" } } }, /mcpServers\.a\.type must be one of/],
    ["servers in a list", { mcpServers: [] }, /mcpServers must be an object/],
  ])("%s: exit code 2, and the member is named", (_, settings, message) => {
    const refused = run(withAgents({ x: { ...scripted, ...settings } }));
    expect(refused).toMatchObject({ status: 2, stdout: "", stderr: expect.stringMatching(message) });
  });
});

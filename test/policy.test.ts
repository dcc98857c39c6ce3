import { mkdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { repository, testProject } from "./support/project.ts";
import { runResult } from "./support/run-result.ts";

const rules = {
  permissions: {
    deny: ["Bash(rm *)"],
    allow: [
      { rule: "Bash(git diff:*)", match: ["git diff", "git diff --stat"], noMatch: ["git push", "git diff > out"] },
    ],
  },
};

describe("aml policy test", () => {
  test("reads the rules and says what they decide about a call", () => {
    const project = testProject({ "rules.json": JSON.stringify(rules) });
    const decide = (...call: string[]) => project.aml("policy", "test", ...call, "--rules", "rules.json");
    expect(decide("Bash", "git diff --stat")).toMatchObject({
      status: 0,
      stdout: expect.stringContaining("allow: Bash(git diff:*)"),
    });
    expect(decide("Bash", "git diff; rm -rf x")).toMatchObject({
      status: 1,
      stdout: expect.stringContaining("deny: Bash(rm *)"),
    });
    expect(decide("Edit", "a.txt")).toMatchObject({ status: 1, stdout: expect.stringContaining("refused") });
    expect(decide()).toMatchObject({ status: 0, stdout: expect.stringContaining("1 deny, 0 ask and 1 allow rules") });
  });

  test.each([
    [
      "a sample that does not match",
      { permissions: { allow: [{ rule: "Bash(git diff)", match: ["git diff --stat"] }] } },
      /does not match its sample/,
    ],
    [
      "a sample that must not match",
      { permissions: { allow: [{ rule: "Bash(git *)", noMatch: ["git push"] }] } },
      /which it must not/,
    ],
    ["an unknown member", { permission: {} }, /unknown member "permission"/],
    ["a private host that is none", { privateHosts: ["http://localhost/x"] }, /"http:\/\/localhost\/x" is no host/],
    ["an unknown capability", { capabilities: { allow: ["root"] } }, /"root" is no capability/],
  ])("refuses a file with %s", (_, file, message) => {
    const project = testProject({ "rules.json": JSON.stringify(file) });
    const tested = project.aml("policy", "test", "--rules", "rules.json");
    expect(tested.status).toBe(2);
    expect(tested.stderr).toMatch(message);
  });

  test("warns of a rule that can never match", () => {
    const project = testProject({
      "rules.json": JSON.stringify({ permissions: { deny: ["Bash"], allow: ["Rocket", "Bash(ls)"] } }),
    });
    const { stderr } = project.aml("policy", "test", "--rules", "rules.json");
    expect(stderr).toContain('"Rocket" can never match: no tool is called Rocket');
    expect(stderr).toContain("Bash(ls) can never match: Bash comes before it");
  });
});

test("the policy that the documentation shows is read without a warning", () => {
  const page = readFileSync(join(repository, "docs/policy.md"), "utf8");
  const project = testProject({ "policy.json": /```json\n(.*?)```/s.exec(page)?.[1] ?? "" });
  const tested = project.aml("policy", "test", "Bash", "git diff --stat", "--rules", "policy.json");
  expect(tested).toMatchObject({ status: 0, stderr: "", stdout: expect.stringContaining("allow: Bash(git diff:*)") });
});

const step = (command: string) =>
  `<skill impl="dde-simple">\nflowchart LR\n  A@{ label: "a", type: tool, run: "${command}" }\n</skill>`;

describe("a run under rules", () => {
  test("lets through what a rule allows and refuses everything else, with the rule on the record", () => {
    const project = testProject({
      "rules.json": JSON.stringify(rules),
      "ok.md": step("git diff --stat"),
      "no.md": step("git push"),
    });
    const under = (file: string) =>
      project.aml("run", file, "--trust", "trusted", "--permissions", "rules", "--rules", "rules.json", "--json");
    const refused = runResult(under("no.md"));
    expect(refused).toMatchObject({ status: "failed", permissions: { asked: 1, denied: 1 } });
    const log = project.aml("log", refused.run ?? "", "--json").stdout;
    expect(log).toContain("no allow rule matches");
    expect(runResult(under("ok.md")).permissions).toMatchObject({ asked: 1, allowed: 1 });
  });

  test("says what in a policy has no effect, and refuses a rule that would let through what it denies", () => {
    const project = testProject({
      "a.md": step("git diff"),
      "allow.json": JSON.stringify({ permissions: { allow: ["Rocket"] } }),
      "deny.json": JSON.stringify({ permissions: { deny: ["Bash("], allow: ["Bash"] } }),
    });
    const under = (file: string) =>
      project.aml("run", "a.md", "--trust", "trusted", "--permissions", "rules", "--rules", file);
    expect(under("allow.json").stderr).toContain('warning: allow.json: permissions.allow[0]: the rule "Rocket"');
    expect(under("deny.json")).toMatchObject({ status: 2, stderr: expect.stringContaining("can never match") });
    project.write("aml.config.json", JSON.stringify({ policy: { capabilities: { allow: ["exec"] } } }));
    expect(project.aml("plan", "a.md").stderr).toContain('"exec" is not granted');
    project.write("aml.config.json", JSON.stringify({ policy: { permissions: { deny: ["Bash"] } } }));
    const without = project.aml("run", "a.md", "--trust", "trusted");
    expect(without.stderr).toContain("they hold only with --permissions rules");
    project.write("aml.config.json", JSON.stringify({ policy: { bogus: 1 } }));
    for (const args of [["check", "a.md"], ["trust"], ["plan", "a.md"]])
      expect(project.aml(...args)).toMatchObject({
        status: 2,
        stderr: expect.stringContaining('unknown member "bogus"'),
      });
  });

  test("a project's own file grants nothing, and can take away", () => {
    const project = testProject({ "a.md": step("git diff"), "rules.json": JSON.stringify(rules) });
    const run = (...flags: string[]) =>
      runResult(project.aml("run", "a.md", "--trust", "trusted", "--permissions", "rules", "--json", ...flags));
    project.write("aml.config.json", JSON.stringify({ policy: rules }));
    expect(run().permissions).toMatchObject({ denied: 1 });
    project.write("aml.config.json", JSON.stringify({ policy: { permissions: { deny: ["Bash(git *)"] } } }));
    expect(run("--rules", "rules.json").permissions).toMatchObject({ denied: 1 });
  });

  test("agents that the project's or the user's file denies are not reached, whoever trusts the document", () => {
    const project = testProject({
      "a.md": '<agent name="somebody">Think.</agent>',
      "script.json": JSON.stringify({ turns: [{ steps: [{ message: "Thought." }] }] }),
      "rules.json": JSON.stringify({ agents: { allow: ["somebody"] } }),
    });
    const configure = (policy: object) =>
      project.write(
        "aml.config.json",
        JSON.stringify({ agents: { "*": { profile: "scripted", script: "script.json" } }, policy }),
      );
    const run = () =>
      project.aml("run", "a.md", "--trust", "trusted", "--permissions", "deny", "--rules", "rules.json", "--json");
    configure({});
    expect(run().status).toBe(0);
    configure({ agents: { deny: ["somebody"] } });
    expect(run().status).toBe(1);
    expect(runResult(run()).diagnostics).toMatchObject([{ code: "AML5109" }]);
    expect(project.aml("plan", "a.md").stdout).toContain("AML5109");
    configure({ agents: { allow: ["other"] } });
    expect(run().status).toBe(1);
    configure({ agents: { denies: [] } });
    expect(run()).toMatchObject({ status: 2, stderr: expect.stringContaining('unknown member "denies"') });
  });

  test("only the user's own file lets web_fetch reach a private address", async () => {
    const server = createServer((_, response) => response.setHeader("content-type", "text/plain").end("hello"));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const address = server.address();
    const host = `127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
    const block = ["```json", JSON.stringify({ url: `http://${host}/` }), "```"].join("\n");
    const policy = { privateHosts: [host] };
    const project = testProject({
      "a.md": `<skill impl="dde-simple">\nflowchart LR\n  A[Fetch]\n<step node="A" type="tool" tools="web_fetch">\n${block}\n</step></skill>`,
      "rules.json": JSON.stringify(policy),
      "aml.config.json": JSON.stringify({ policy }),
    });
    const run = async (...flags: string[]) =>
      runResult(await project.start({}, "run", "a.md", "--trust", "trusted", "--json", ...flags).finished);
    expect((await run()).status).toBe("failed");
    const fetched = await run("--rules", "rules.json");
    expect(fetched).toMatchObject({ status: "done", output: { text: expect.stringContaining("hello") } });
  });

  test("capabilities that the user grants let a semi-trusted document run", () => {
    const project = testProject({
      "a.md": step("true"),
      "grant.json": JSON.stringify({
        capabilities: { allow: ["fs:read", "fs:write", "net:read", "net:write", "exec", "env:read", "env:write"] },
      }),
    });
    expect(project.aml("run", "a.md", "--trust", "semi-trusted").status).toBe(1);
    expect(project.aml("run", "a.md", "--trust", "semi-trusted", "--rules", "grant.json").status).toBe(0);
    project.write("aml.config.json", JSON.stringify({ policy: { capabilities: { deny: ["exec"] } } }));
    expect(project.aml("run", "a.md", "--trust", "semi-trusted", "--rules", "grant.json").stdout).toContain("exec");
  });
});

test.each<[string, (path: string) => void]>([
  ["a folder", (path) => mkdirSync(path)],
  ["a link to nothing", (path) => symlinkSync("nowhere", path)],
  ["a link to itself", (path) => symlinkSync("aml.config.json", path)],
])("a configuration that is %s is not passed over", (_, make) => {
  const project = testProject({ "a.md": step("true") });
  rmSync(project.path("aml.config.json"));
  make(project.path("aml.config.json"));
  for (const args of [
    ["check", "a.md"],
    ["run", "a.md", "--trust", "trusted"],
  ]) {
    const { status, stderr } = project.aml(...args);
    expect(status).toBe(2);
    expect(stderr).toMatch(/aml\.config\.json (?:cannot be read|is not a regular file)/);
  }
});

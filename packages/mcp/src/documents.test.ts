import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { servedProject } from "./testing/served-project.ts";

const look = "flowchart LR\n  A@{ label: Look, type: manual }";

describe("check", () => {
  test("tells what is wrong with a file, a document or a diagram", async () => {
    const server = await servedProject({ "bad.md": '<tool allow="grep" deny="bash"><session/></tool>' }).connect();
    const file = await server.call("check", { file: "bad.md" });
    expect(file.data).toMatchObject({ summary: { errors: 1 }, diagnostics: [{ code: "AML2007", file: "bad.md" }] });
    expect(file.text).toContain("bad.md:1:");
    expect((await server.call("check", { document: "Hello." })).data).toMatchObject({ summary: { errors: 0 } });
    expect((await server.call("check", { diagram: "flowchart LR\n  A --- B" })).text).toContain("diagram.mmd:2:");
    expect((await server.call("check", {})).text).toContain("0 were given");
  });
});

describe("explain", () => {
  test("tells of a diagnostic by code and by name", async () => {
    const server = await servedProject().connect();
    for (const code of ["AML2007", "aml2007", "conflicting-tool-lists"])
      expect((await server.call("explain", { code })).data).toMatchObject({ code: "AML2007" });
    expect(await server.call("explain", { code: "AML0" })).toMatchObject({ isError: true });
  });

  test("tells what holds at a line", async () => {
    const server = await servedProject().connect();
    const document =
      '<tool allow="bash">\n<skill impl="dde-simple">\nflowchart LR\n  A[Build] --> B\n</skill>\n</tool>\n';
    expect((await server.call("explain", { document, line: 4 })).data).toMatchObject({
      implementation: "dde-simple",
      tools: { allowed: ["bash"] },
      step: { id: "A", position: 1, steps: 2 },
    });
    expect((await server.call("explain", { document, line: 40 })).text).toContain("has no line 40");
  });
});

describe("run_document", () => {
  test("runs nothing before a person has said how far documents are trusted", async () => {
    const project = servedProject({ "a.mmd": look });
    const server = await project.connect("--permissions", "allow_once");
    const said = await server.call("run_document", { file: "a.mmd" });
    expect(said).toMatchObject({ isError: true, text: expect.stringContaining("--trust semi-trusted") });
    expect(project.runs()).toEqual([]);
  });

  test("runs a document as far as it goes, and tells who is waited for", async () => {
    const server = await servedProject({ "a.mmd": look }).connect("--trust", "semi-trusted");
    const said = await server.call("run_document", { file: "a.mmd" });
    expect(said).toMatchObject({ isError: false, data: { status: "waiting", checkpoints: [{ step: "A" }] } });
    expect(said.text).toMatch(/aml approve [a-z0-9]{8} "/);
  });

  test("refuses a document that needs what this server's person has not granted", async () => {
    const project = servedProject({ "a.mmd": 'flowchart LR\n  A@{ label: Go, type: tool, run: "touch made" }' });
    const server = await project.connect("--trust", "semi-trusted", "--permissions", "allow_once");
    expect(await server.call("run_document", { file: "a.mmd" })).toMatchObject({
      isError: true,
      data: { run: null, status: "refused" },
      text: expect.stringContaining("AML5106"),
    });
  });

  test("uses no agent that a file of the project describes, and nothing in its place", async () => {
    const project = servedProject({
      "a.md": '<tool allow="view"><agent name="reviewer">Look.</agent></tool>',
      "policy.json": JSON.stringify({ capabilities: { allow: ["fs:read"] } }),
      ".claude/agents/reviewer.md": "---\nname: reviewer\n---\nYou review.",
    });
    const args = ["--trust", "semi-trusted", "--permissions", "deny", "--rules", "policy.json"];
    const server = await project.connect(...args);
    expect(await server.call("run_document", { file: "a.md" })).toMatchObject({
      isError: true,
      text: expect.stringContaining("AML5114"),
    });
  });

  test("is never trusted: the command line offers no such thing", () => {
    expect(servedProject().aml("mcp", "--trust", "trusted")).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("semi-trusted"),
    });
  });
});

describe("verify", () => {
  const policy = {
    capabilities: {
      allow: ["exec", "fs:read", "fs:write", "net:read", "net:write", "env:read", "env:write"],
    },
    permissions: { allow: ["Bash(test -f proof)"] },
  };
  const args = ["--trust", "semi-trusted", "--permissions", "rules", "--rules", "policy.json"];

  test("keeps a step from being done until its command succeeds", async () => {
    const project = servedProject({ "policy.json": JSON.stringify(policy) });
    const server = await project.connect(...args);
    const steps = [{ node: "A", verify: "test -f proof", retries: 1 }];
    await server.call("plan_start", { diagram: "flowchart LR\n  A", steps, id: "p" });
    await server.call("plan_next", { plan: "p" });
    expect(await server.call("plan_complete", { plan: "p", step: "A", attempt: 1 })).toMatchObject({
      isError: true,
      data: { refused: { rule: "verify-failed" } },
      text: expect.stringContaining("is pending now"),
    });
    await server.call("plan_next", { plan: "p" });
    writeFileSync(join(project.root, "proof"), "");
    const done = await server.call("plan_complete", { plan: "p", step: "A", attempt: 2 });
    expect(done.data).toMatchObject({ status: "done" });
    const [{ run = "" } = {}] = project.runs();
    expect(project.events(run).filter(({ type }) => type === "permission.decided")).toHaveLength(2);
  });

  test("is held against the policy like every command", async () => {
    const project = servedProject({ "policy.json": JSON.stringify(policy) });
    const server = await project.connect(...args);
    const steps = [{ node: "A", verify: "touch made" }];
    await server.call("plan_start", { diagram: "flowchart LR\n  A", steps, id: "p" });
    await server.call("plan_next", { plan: "p" });
    expect(await server.call("plan_complete", { plan: "p", step: "A", attempt: 1 })).toMatchObject({
      isError: true,
      text: expect.stringContaining("CapabilityDenied"),
    });
    expect((await server.call("plan_status", { plan: "p" })).data).toMatchObject({ status: "failed" });
  });
});

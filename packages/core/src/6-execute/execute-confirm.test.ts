import { expect, test } from "vitest";
import { createPermissionPolicy } from "../5-authorise/permission-policy.ts";
import { documentRig } from "../testing/document-rig.ts";
import { verifies } from "../testing/verifies.ts";
import { allCapabilities, type Capability } from "../tools/tool.ts";
import { createRuntime } from "./runtime.ts";

const command =
  '<skill define="interface" name="make"/><skill define="implementation" name="sh" implements="make" run="bash">\n```bash\necho made\n```\n</skill>';
const everythingElse: readonly Capability[] = allCapabilities.filter((capability) => capability !== "exec");

/** A rig whose documents may do everything but `exec`, which a person is asked about. */
const asking = (confirm: readonly Capability[] = ["exec"], granted = everythingElse) =>
  documentRig({}, () => "replied", { confirm, granted });

test("an element whose capability is under confirm does not begin, and the run waits with the question", async () => {
  verifies("policy.confirm");
  const { run } = await asking();
  const result = await run(`${command}<skill interface="make"/>`, { trust: "semi-trusted" });
  expect([result.status, result.nodes]).toEqual(["waiting", []]);
  expect(result.checkpoints).toMatchObject([
    {
      id: "capability-20",
      step: "make",
      reason: "capability",
      message: expect.stringMatching(/^needs exec \(a\.md:\d+\)$/),
    },
  ]);
});

test("answered with yes, a resumed run goes on with it, and what had run before does not run again", async () => {
  const { run, runtime, store, called } = await asking();
  const waiting = await run(`${command}<skill interface="wrap">a <skill interface="make"/></skill>`, {
    trust: "semi-trusted",
  });
  const id = waiting.run ?? "";
  expect(called).toEqual([]);
  const answer = { choice: "approve", actor: "ada", at: new Date().toISOString() };
  expect(store.answer(id, "capability-20.0", answer).ok).toBe(true);
  const result = await (await runtime.resume(id)).result;
  expect([result.status, result.output.text.trim()]).toEqual(["done", "[a made\n]"]);
  expect(called).toEqual(["wrap"]);
  expect(store.answer(id, "capability-20.0", answer)).toMatchObject({ ok: false, why: "answered" });
});

test.each([
  { onFailure: "halt", status: "failed", text: "", error: { code: "CapabilityDenied" } },
  { onFailure: "skip", status: "done", text: "before  after", error: undefined },
])("answered with no, it fails for good and on-failure=$onFailure decides", async ({ onFailure, ...expected }) => {
  const { run, runtime, store } = await asking();
  const waiting = await run(`${command}before <skill interface="make" on-failure="${onFailure}" retries="3"/> after`, {
    trust: "semi-trusted",
  });
  const id = waiting.run ?? "";
  store.answer(id, "capability-20", { choice: "reject", actor: "ada", at: new Date().toISOString() });
  const result = await (await runtime.resume(id)).result;
  expect([result.status, result.output.text.trim()]).toEqual([expected.status, expected.text]);
  expect(result.error?.code).toBe(expected.error?.code);
  expect(store.events(id).find(({ type }) => type === "node.finished")?.data).toMatchObject({
    name: "make",
    error: "a person refused what it needs: exec",
  });
});

test("every question of a document is asked at once, and what needs none goes on", async () => {
  const { run, called } = await asking();
  const twice = `${command}<skill interface="make"/><skill interface="upper">x</skill><skill interface="make"/>`;
  const result = await run(twice, { trust: "semi-trusted" });
  expect(result.checkpoints.map(({ id }) => id)).toEqual(["capability-20", "capability-22"]);
  expect(called).toEqual(["upper"]);
});

test("a diagram asks once for all that its steps can do", async () => {
  const { run } = await asking(
    ["exec", "net:write"],
    everythingElse.filter((capability) => capability !== "net:write"),
  );
  const diagram =
    '<skill impl="dde-simple">\nflowchart LR\n  A --> B\n<step node="A" type="tool" run="true"/><step node="B" type="tool" run="true"/>\n</skill>';
  const result = await run(diagram, { trust: "semi-trusted" });
  expect(result.checkpoints).toMatchObject([
    { reason: "capability", step: "dde-simple", message: expect.stringContaining("needs net:write, exec (a.md:") },
  ]);
  expect(result.plans).toEqual([]);
});

test("the text of an agent is not sent before a person has allowed what the agent can do", async () => {
  const { run, agent } = await asking();
  const result = await run('<agent name="reviewer">Look around.</agent>', { trust: "semi-trusted" });
  expect([result.status, agent.prompts]).toEqual(["waiting", []]);
  expect(result.checkpoints).toMatchObject([{ id: "capability-18", step: "reviewer" }]);
});

test("an answer covers what was asked about, and nothing that a later policy asks about", async () => {
  const { run, runtime, store, agent } = await asking(
    ["fs:read"],
    allCapabilities.filter((capability) => capability !== "fs:read"),
  );
  const waiting = await run(`${command}<skill interface="make"/>`, { trust: "semi-trusted" });
  const id = waiting.run ?? "";
  const yes = { choice: "approve", actor: "ada", at: new Date().toISOString() };
  expect(store.answer(id, "capability-20", yes).ok).toBe(true);
  const stricter = await createRuntime({
    permissions: createPermissionPolicy("allow_once"),
    workspace: process.cwd(),
    store,
    agents: agent,
    granted: everythingElse.filter((capability) => capability !== "fs:read"),
    confirm: ["exec", "fs:read"],
  });
  const asked = await (await stricter.resume(id)).result;
  expect(asked.status).toBe("waiting");
  expect(asked.checkpoints.map((question) => [question.id, question.message])).toEqual([
    ["capability-20", expect.stringContaining("needs fs:read")],
    ["capability-20-2", expect.stringContaining("needs exec")],
  ]);
  expect(store.answer(id, "capability-20-2", yes).ok).toBe(true);
  expect((await (await runtime.resume(id)).result).status).toBe("done");
});

test("a trusted document is asked nothing", async () => {
  verifies("policy.trusted");
  const { run } = await asking();
  const result = await run(`${command}<skill interface="make"/>`);
  expect([result.status, result.checkpoints]).toEqual(["done", []]);
});

test("what no list grants or asks about is denied before anything runs, asked about or not", async () => {
  verifies("policy.capabilities");
  const { run } = await asking(["exec"], ["fs:read"]);
  const result = await run(`${command}<skill interface="make"/>`, { trust: "semi-trusted" });
  expect(result.status).toBe("refused");
  expect(result.diagnostics[0]?.message).toContain("fs:write, net:read, net:write, env:read, env:write");
});

test("a wrapper whose child waits for a person waits too, whatever its handler makes of it", async () => {
  const { run } = await documentRig(
    { "h-collect": async ({ children }) => (await children[0]?.run().catch(() => null))?.text ?? "went on without" },
    () => "replied",
    { confirm: ["exec"], granted: everythingElse },
  );
  const result = await run(`${command}<skill interface="collect" policy="wrapper"><skill interface="make"/></skill>`, {
    trust: "semi-trusted",
  });
  expect([result.status, result.output.text]).toEqual(["waiting", ""]);
});

test("a gate goes to a person where the document may not use the agent in scope", async () => {
  const { run, agent } = await documentRig({}, () => "yes", { granted: ["fs:read"] });
  const gate =
    '<agent name="judge"><skill impl="dde-advanced">\nflowchart LR\n  G{"Fine?"} -->|yes| A@{ type: pass }\n  G -->|no| B@{ type: pass }\n</skill></agent>';
  const result = await run(gate, { trust: "semi-trusted" });
  expect([result.status, agent.prompts]).toEqual(["waiting", []]);
  expect(result.checkpoints).toMatchObject([{ step: "G", reason: "gate" }]);
});

import { expect, test } from "vitest";
import { createPermissionPolicy } from "../5-authorise/permission-policy.ts";
import { queueApprover } from "../5-authorise/rules-policy.ts";
import { readRule, type ToolRule } from "../5-authorise/tool-rule.ts";
import { type DocumentRig, documentRig } from "../testing/document-rig.ts";
import type { RunOptions } from "./run-options.ts";

const command =
  '<skill define="interface" name="make"/><skill define="implementation" name="sh" implements="make" run="bash">\n```bash\necho made\n```\n</skill><skill interface="make"/>';
const longEnough = 600_000;

function parsed(rules: readonly string[] = []): ToolRule[] {
  return rules.flatMap((text) => {
    const read = readRule(text);
    return read.ok ? [read.rule] : [];
  });
}

/** A run of the one command, answered by Ada as soon as it asks; her choice is none when she does not answer. */
async function answered(rig: DocumentRig, choice: string | null, options: Partial<RunOptions> = {}) {
  const run = rig.runtime.run({ file: "a.md", text: command }, { trust: "trusted", ...options });
  const asked: string[] = [];
  for await (const event of run) {
    if (event.type !== "approval.asked") continue;
    asked.push(event.data.approval.message);
    if (choice === null) run.cancel("ada");
    else expect(await run.answer(event.data.approval.id, { choice, actor: "ada" })).toMatchObject({ ok: true });
  }
  return { result: await run.result, asked, events: rig.store.events(run.id ?? "") };
}

const asking = (timeLimitMs = longEnough) =>
  documentRig({}, () => "replied", { permissions: createPermissionPolicy({ ask: queueApprover(timeLimitMs) }) });

test("under ask a tool does not run before a person has allowed it, and who did is in the record", async () => {
  const { result, asked, events } = await answered(await asking(), "approve");
  expect([result.status, result.output.text.trim()]).toEqual(["done", "made"]);
  expect(asked).toEqual(["echo made\n(at element 2)"]);
  const told = events.filter(({ type }) => /^(approval|permission|tool)\./.test(type)).map(({ type }) => type);
  expect(told).toEqual(["approval.asked", "approval.answered", "permission.decided", "tool.finished"]);
  expect(result.checkpoints).toMatchObject([
    { id: "permission-1", step: "bash", reason: "permission", answer: { choice: "approve", actor: "ada" } },
  ]);
});

test("refused by the person, the tool does not run", async () => {
  const { result, events } = await answered(await asking(), "reject");
  expect([result.status, result.error?.code]).toEqual(["failed", "CapabilityDenied"]);
  expect(events.some(({ type }) => type === "tool.finished")).toBe(false);
});

test("with no answer in time it is refused, and the question is closed", async () => {
  const rig = await asking(1);
  const result = await rig.runtime.run({ file: "a.md", text: command }, { trust: "trusted" }).result;
  expect(result.status).toBe("failed");
  expect(result.checkpoints).toMatchObject([{ id: "permission-1", closed: "time_limit" }]);
  const late = { choice: "approve", actor: "ada", at: new Date().toISOString() };
  expect(rig.store.answer(result.run ?? "", "permission-1", late)).toMatchObject({ ok: false, why: "stale" });
});

test("a run that is cancelled meanwhile takes its question back", async () => {
  const { result } = await answered(await asking(), null);
  expect(result.status).toBe("cancelled");
  expect(result.checkpoints).toMatchObject([{ id: "permission-1", closed: "withdrawn" }]);
});

test("an answer that was not offered, and one to no question, are refused", async () => {
  const rig = await asking();
  const run = rig.runtime.run({ file: "a.md", text: command }, { trust: "trusted" });
  for await (const event of run) {
    if (event.type !== "approval.asked") continue;
    expect(await run.answer("permission-1", { choice: "always", actor: "ada" })).toMatchObject({
      why: "no-such-choice",
    });
    expect(await run.answer("permission-2", { choice: "approve", actor: "ada" })).toMatchObject({ why: "unknown" });
    await run.answer("permission-1", { choice: "reject", actor: "ada" });
  }
  expect((await run.result).status).toBe("failed");
});

test.each<{ rules: Partial<Record<"deny" | "ask" | "allow", string[]>>; asked: number; status: string }>([
  { rules: { deny: ["Bash(echo *)"], ask: ["Bash"], allow: ["Bash"] }, asked: 0, status: "failed" },
  { rules: { ask: ["Bash(echo *)"], allow: ["Bash"] }, asked: 1, status: "done" },
  { rules: { ask: ["Bash(ls *)"], allow: ["Bash"] }, asked: 0, status: "done" },
])("under rules a person is asked only where an ask rule matches: $rules", async ({ rules, asked, status }) => {
  const permissions = createPermissionPolicy({
    rules: { deny: parsed(rules.deny), ask: parsed(rules.ask), allow: parsed(rules.allow) },
    approver: queueApprover(longEnough),
  });
  const rig = await documentRig({}, () => "replied", { permissions });
  const answeredRun = await answered(rig, "approve");
  expect([answeredRun.asked.length, answeredRun.result.status]).toEqual([asked, status]);
});

test("what a person is shown of a request is bounded, and says what is left out", async () => {
  const long = command.replace("echo made", `echo ${"x".repeat(10_000)}`);
  const rig = await asking();
  const run = rig.runtime.run({ file: "a.md", text: long }, { trust: "trusted" });
  for await (const event of run) {
    if (event.type !== "approval.asked") continue;
    expect(event.data.approval.message).toMatch(/^echo x{3995}… \(6005 more characters\)\n\(at element 2\)$/);
    await run.answer("permission-1", { choice: "reject", actor: "ada" });
  }
});

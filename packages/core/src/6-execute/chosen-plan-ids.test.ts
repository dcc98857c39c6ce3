import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Store } from "../store/store.ts";
import { documentRig } from "../testing/document-rig.ts";
import { checkDocuments } from "./check-documents.ts";
import { createGuide } from "./guided/guide.ts";
import type { RunOptions } from "./run-options.ts";
import type { RunResult } from "./run-result.ts";

const steps = 'A@{ label: "Load", type: tool, run: "echo load >> log" } --> B@{ label: "Good?", type: manual }';
const other = 'A@{ label: "Load", type: tool, run: "echo load >> log" } --> C@{ label: "Fine?", type: manual }';
const skill = (design: string, diagram = steps) =>
  `<skill impl="dde-advanced" ${design}>\nflowchart LR\n  ${diagram}\n</skill>\n`;
const nightly = skill('design-id="nightly"');

async function project() {
  const workspace = realpathSync(mkdtempSync(join(tmpdir(), "aml-plan-ids-")));
  onTestFinished(() => rmSync(workspace, { recursive: true, force: true }));
  const rig = await documentRig({}, undefined, { workspace });
  const loads = () => (existsSync(join(workspace, "log")) ? readFileSync(join(workspace, "log"), "utf8") : "");
  return { ...rig, loads };
}

function approve(store: Store, run: string | null): void {
  const [open] = store.openCheckpoints(run ?? "");
  const answer = { choice: "approve", actor: "kim", at: new Date().toISOString() };
  expect(store.answer(run ?? "", open?.id ?? "", answer).ok).toBe(true);
}

const said = ({ diagnostics }: RunResult) => diagnostics.map(({ code, message }) => `${code} ${message}`).join("\n");
const planIds = ({ plans }: RunResult) => plans.map(({ id }) => id);

describe("a plan with an id that was chosen", () => {
  test("bears it, by the tag or by the run's option, which goes before the tag", async () => {
    const { run } = await project();
    expect(planIds(await run(nightly))).toEqual(["nightly"]);
    expect(planIds(await run(skill(""), { designId: "weekly" }))).toEqual(["weekly"]);
    expect(planIds(await run(nightly, { designId: "monthly" }))).toEqual(["monthly"]);
  });

  test("bears that of the reference in an implementation, unless the invocation names another", async () => {
    const { run } = await project();
    const reference = `<skill ref="dde" design-id="of-reference">\n\`\`\`mermaid\nflowchart LR\n  ${steps}\n\`\`\`\n</skill>`;
    const document = `<skill define="interface" name="load"/>\n<skill define="implementation" name="loading" implements="load">${reference}</skill>\n`;
    expect(planIds(await run(`${document}<skill impl="loading"/>`))).toEqual(["of-reference"]);
    expect(planIds(await run(`${document}<skill impl="loading" design-id="own"/>`))).toEqual(["own"]);
  });

  test("is gone on with while it is unfinished: the same run, nothing that is done run again", async () => {
    const { run, runtime, store, loads } = await project();
    const first = await run(nightly);
    expect(first.status).toBe("waiting");
    approve(store, first.run);
    expect(await run(nightly)).toMatchObject({ run: first.run, status: "done" });
    expect(runtime.list()).toHaveLength(1);
    expect(loads()).toBe("load\n");
  });

  test.each<[string, Partial<RunOptions>]>([
    ["agent", { agent: "another" }],
    ["word on who decides gates", { agentGates: false }],
  ])("is not gone on with by another %s than it began with", async (term, differing) => {
    const { run, runtime } = await project();
    const first = await run(nightly);
    const refused = await run(nightly, differing);
    expect(said(refused)).toContain(`AML7064 plan \`nightly\` began in run ${first.run} with another ${term}`);
    expect(runtime.list()).toHaveLength(1);
  });

  test("is gone on with by resume too, under the id that the run's option gave it", async () => {
    const { run, runtime, store } = await project();
    const first = await run(skill(""), { designId: "weekly" });
    approve(store, first.run);
    const done = await (await runtime.resume(first.run ?? "")).result;
    expect(done.status).toBe("done");
    expect(planIds(done)).toEqual(["weekly"]);
  });

  test("is refused once it is finished, and nothing is written", async () => {
    const { run, runtime, store } = await project();
    const first = await run(nightly);
    approve(store, first.run);
    await run(nightly);
    const refused = await run(nightly);
    expect(refused).toMatchObject({ run: null, status: "refused" });
    expect(said(refused)).toBe(`AML7061 plan \`nightly\` is finished: run ${first.run} is done`);
    expect(runtime.list()).toHaveLength(1);
  });

  test("is followed by another where a new one is asked for, which is gone on with from then on", async () => {
    const { run, runtime, store, loads } = await project();
    const first = await run(nightly);
    approve(store, first.run);
    await run(nightly);
    const second = await run(nightly, { newPlan: true });
    expect(planIds(second)).toEqual(["nightly--2"]);
    expect(second.run).not.toBe(first.run);
    approve(store, second.run);
    expect(await run(nightly)).toMatchObject({ run: second.run, status: "done" });
    expect(said(await run(nightly))).toContain(`AML7061 plan \`nightly--2\` is finished: run ${second.run} is done`);
    const third = await run(nightly, { newPlan: true });
    expect(planIds(third)).toEqual(["nightly--3"]);
    approve(store, third.run);
    const resumed = await (await runtime.resume(third.run ?? "")).result;
    expect([resumed.status, ...planIds(resumed)]).toEqual(["done", "nightly--3"]);
    expect(loads()).toBe("load\nload\nload\n");
  });

  test("keeps its numbers when the earlier ones were pruned", async () => {
    const { run, store } = await project();
    const first = await run(nightly);
    approve(store, first.run);
    await run(nightly);
    const second = await run(nightly, { newPlan: true });
    store.remove([first.run ?? ""]);
    expect((await run(nightly)).run).toBe(second.run);
    approve(store, second.run);
    await run(nightly);
    expect(planIds(await run(nightly, { newPlan: true }))).toEqual(["nightly--3"]);
  });

  test("is not doubled while it is unfinished, even where a new one is asked for", async () => {
    const { run, runtime } = await project();
    const first = await run(nightly);
    expect(said(await run(nightly, { newPlan: true }))).toContain(
      `AML7062 plan \`nightly\` is not finished, so that \`--new\` does not begin another: run ${first.run} is waiting`,
    );
    expect(runtime.list()).toHaveLength(1);
  });

  test.each([false, true])("is no plan of another diagram, and both hashes are told (new: %s)", async (newPlan) => {
    const { run, runtime, store } = await project();
    await run(nightly);
    const ours = (await run(skill('design-id="scratch"', other))).plans[0]?.id ?? "";
    const [theirs, given] = [hashOf(store, "nightly"), hashOf(store, ours)];
    expect(theirs).not.toBe(given);
    const refused = await run(skill('design-id="nightly"', other), { newPlan });
    expect(said(refused)).toBe(
      `AML7060 plan \`nightly\` follows another diagram: its hash is ${theirs}, the one given has ${given}`,
    );
    expect(runtime.list()).toHaveLength(2);
  });

  test.each([
    ["a changed document", `Some prose.\n${nightly}`, {}, "AML7063 `a.md` was changed since plan `nightly` began"],
    ["another trust", nightly, { trust: "semi-trusted" }, "another trust in its document"],
    ["another value of a param", nightly, { params: { day: "tuesday" } }, "another value of the param day"],
    ["a param that it had not", nightly, { params: { hour: "3" } }, "another value of the param hour"],
  ] as const)("is not gone on with under %s", async (_, text, options, words) => {
    const { run, runtime } = await documentRig({}, undefined, {
      granted: ["exec", "fs:read", "fs:write", "net:read", "net:write", "env:read", "env:write"],
    });
    await run(nightly, { params: { day: "monday" } });
    expect(said(await run(text, options))).toContain(words);
    expect(runtime.list()).toHaveLength(1);
  });

  test("is gone on with where the params are given alike, or not at all", async () => {
    const { run, runtime } = await project();
    await run(nightly, { params: { day: "monday" } });
    expect((await run(nightly, { params: { day: "monday" } })).status).toBe("waiting");
    expect((await run(nightly)).status).toBe("waiting");
    expect(runtime.list()).toHaveLength(1);
  });

  test("is not gone on with by a run when an agent follows it", async () => {
    const { run, store } = await project();
    const guide = createGuide({
      store,
      workspace: "/nowhere",
      permissions: null,
      trust: null,
      granted: [],
      environment: [],
    });
    const source = { file: "a.md", text: nightly };
    await guide.start({ source, diagram: null, params: {}, id: null, maxParallel: 1, isNew: false });
    await guide.close();
    expect(said(await run(nightly))).toContain("AML7065 plan `nightly` is followed by an agent, step by step, in run");
  });

  test("names each attempt after the first, and its attempts are no plans to choose between", async () => {
    const { run } = await project();
    const failing = skill('design-id="nightly" retries="1"', 'A@{ label: "Load", type: tool, run: "exit 3" }');
    const failed = await run(failing);
    expect([failed.status, ...planIds(failed)]).toEqual(["failed", "nightly", "nightly-2"]);
    expect((await run(failing)).run).toBe(failed.run);
  });
});

describe("ids of several plans", () => {
  test("are gone on with together when one run began them", async () => {
    const { run, store } = await project();
    const two = `${nightly}${skill('design-id="weekly"')}`;
    const first = await run(two);
    approve(store, first.run);
    approve(store, first.run);
    expect(await run(two)).toMatchObject({ run: first.run, status: "done" });
  });

  test("are refused when they are one and the same, also by aml check", async () => {
    const { run, runtime } = await project();
    const twice = `${nightly}${nightly}`;
    expect(said(await run(twice))).toBe("AML7066 the plan id `nightly` stands for two diagrams of this document");
    expect(runtime.list()).toEqual([]);
    const { diagnostics } = checkDocuments([{ file: "a.md", text: twice }]);
    expect(diagnostics).toMatchObject([{ code: "AML7066", start: { line: 5 }, related: [{ start: { line: 1 } }] }]);
  });

  test.each([
    ["that reads like a later plan of another", skill(""), "q--7", 'AML7047 "q--7" cannot be the id of a plan'],
    ["that is none", skill(""), "a.b", 'AML7047 "a.b" cannot be the id of a plan'],
    ["for a document with two diagrams", `${skill("")}${skill("")}`, "x", "this one has 2"],
    ["for a document without one", '<skill interface="upper">a</skill>', "x", "this one has 0"],
  ])("are refused for an option %s", async (_, text, designId, words) => {
    const { run, runtime } = await project();
    expect(said(await run(text, { designId }))).toContain(words);
    expect(runtime.list()).toEqual([]);
  });

  test("are refused by aml check in a tag where they are none", () => {
    const { diagnostics } = checkDocuments([{ file: "a.md", text: skill('design-id="a.b"') }]);
    expect(diagnostics.map(({ code }) => code)).toContain("AML7047");
  });

  test("that another run took meanwhile fail the skill, and leave that run's plan alone", async () => {
    const { run, store, runtime } = await documentRig({
      "h-upper": async () => {
        await runtime.run({ file: "b.md", text: nightly }, { trust: "trusted" }).result;
        return "";
      },
    });
    const failed = await run(`<skill interface="upper"/>${nightly}`);
    expect(failed).toMatchObject({ status: "failed", error: { code: "PlanConflict" } });
    expect(failed.error?.message).toContain("the plan id nightly is taken by run");
    expect(store.loadPlan("nightly")?.run).not.toBe(failed.run);
  });
});

function hashOf(store: Store, plan: string): string {
  return store.loadPlan(plan)?.definition.hash ?? "";
}

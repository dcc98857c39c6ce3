import { mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { documentRig } from "../testing/document-rig.ts";
import { doneLine, type Reply } from "../testing/scripted-provider.ts";
import type { RunResult } from "./run-result.ts";

async function rig(reply: Reply = () => doneLine()) {
  const workspace = realpathSync(mkdtempSync(join(tmpdir(), "aml-steps-")));
  onTestFinished(() => rmSync(workspace, { recursive: true, force: true }));
  const made = await documentRig({}, reply, { workspace, defaultAgent: "worker" });
  return {
    ...made,
    read: (file: string) => readFileSync(join(workspace, file), "utf8"),
    async answer(run: string | null, step: string, choice: string): Promise<RunResult> {
      const checkpoint = made.store.openCheckpoints(run ?? "").find((open) => open.step === step);
      const answer = { choice, actor: "kim", at: new Date().toISOString() };
      expect(made.store.answer(run ?? "", checkpoint?.id ?? "", answer).ok).toBe(true);
      return (await made.runtime.resume(run ?? "")).result;
    },
  };
}

const skill = (diagram: string, steps = "", attributes = "") =>
  `<skill impl="dde-advanced" ${attributes}>\nflowchart LR\n  ${diagram}\n${steps}\n</skill>`;
const step = (node: string, attributes: string, body = "") => `<step node="${node}" ${attributes}>${body}</step>\n`;
const bash = (node: string, run: string, attributes = 'type="tool"') =>
  step(node, attributes, `\n\`\`\`bash\n${run}\n\`\`\`\n`);
const statuses = ({ plans }: RunResult) =>
  plans.flatMap(({ nodes }) => nodes.map(({ id, status }) => `${id} ${status}`));

describe("values (diagram.md 3)", () => {
  test("are bound parameters in sql, whatever they hold", async () => {
    const { run } = await rig();
    const sql = (node: string, text: string) => step(node, 'type="tool"', `\n\`\`\`sql db=a.db\n${text}\n\`\`\`\n`);
    const steps = [
      bash("A", 'printf %s "\'); DROP TABLE t; --"'),
      sql("B", "CREATE TABLE t (x, who); INSERT INTO t VALUES ({steps.A.output}, :who);"),
      sql("C", "SELECT x, who FROM t"),
    ];
    const result = await run(skill("A --> B --> C", steps.join("")), { params: { who: "O'Hara" } });
    expect(result.output.json).toEqual([{ x: "'); DROP TABLE t; --", who: "O'Hara" }]);
  });

  test("fill the strings of a json block after it was parsed", async () => {
    const { run, read } = await rig();
    const call = '{ "path": "{name}.txt", "content": "<{steps.A.output}> {other}" }';
    const steps = [
      bash("A", "printf '%s' '\", \"path\": \"evil'"),
      step("B", 'type="tool" tools="write"', `\n\`\`\`json\n${call}\n\`\`\`\n`),
    ];
    expect((await run(skill("A --> B", steps.join("")), { params: { name: "kept" } })).status).toBe("done");
    expect(read("kept.txt")).toBe('<", "path": "evil> {other}');
  });

  test("refer to a step with dots in its id by quoting it, and leave an author's own braces alone", async () => {
    const { run, agent } = await rig();
    const steps = [bash("a.b", "echo dotted"), step("C", "", 'Use {steps["a.b"].output}, keep {this}.')];
    await run(skill("a.b --> C", steps.join("")));
    expect(agent.prompts[0]?.text).toContain('Use the data block "output of a.b", keep {this}.');
  });

  test("of a loop are those of its last finished pass", async () => {
    const { run, read } = await rig();
    const steps = [
      bash("L", 'echo "pass $AML_ITER"; [ "$AML_ITER" != 2 ] || echo AML_EXIT_LOOP', 'type="loop" max_iter="4"'),
      step("B", 'type="tool" tools="write"', '\n```json\n{ "path": "out", "content": "{steps.L.output}" }\n```\n'),
    ];
    expect((await run(skill("L --> B", steps.join("")))).status).toBe("done");
    expect(read("out")).toBe("pass 2\nAML_EXIT_LOOP\n");
  });

  test("of a skipped step are empty, with a warning on record", async () => {
    const { run, store, agent } = await rig();
    const steps = [
      bash("G", "echo right", 'type="gate"'),
      bash("A", "echo left"),
      step("B", "", "Go on with {steps.A.output}."),
    ];
    const result = await run(skill("G -->|left| A --> B\n  G -->|right| B", steps.join("")));
    expect(statuses(result)).toEqual(["G done", "A skipped", "B done"]);
    expect(agent.prompts[0]?.text).toContain('Go on with the data block "output of A".');
    const notes = store.events(result.run ?? "").filter(({ type }) => type === "note.recorded");
    expect(notes.map(({ data }) => data)).toMatchObject([
      { message: "{steps.A.output} is empty: the step was skipped" },
    ]);
  });

  test("tell a script which attempt at which step of which run it is", async () => {
    const { run } = await rig();
    const result = await run(skill("A", bash("A", 'echo "$AML_RUN $AML_STEP $AML_ATTEMPT"')));
    expect(result.output.text.trim()).toBe(`${result.run} A 1`);
  });
});

describe("agents' steps (diagram.md 3)", () => {
  test("a tool step without a block has only the tools that it names", async () => {
    const { run, agent } = await rig();
    await run(skill("A", step("A", 'type="tool" tools="view"', "Look at the notes.")));
    expect(agent.opened.map(({ tools }) => [...(tools.allowed ?? [])])).toEqual([["view"]]);
  });

  test("two steps of one session share it, one without a name has its own, and a subagent is fresh each time", async () => {
    const { run, agent } = await rig();
    const steps = [
      step("A", 'type="session" session="dev"', "a"),
      step("B", 'type="session"', "b"),
      step("C", 'type="session" session="dev"', "c"),
      step("D", 'type="subagent" model="small"', "d"),
      step("E", 'type="subagent"', "e"),
    ];
    await run(skill("A --> B --> C --> D --> E", steps.join("")));
    expect(agent.prompts.map(({ session }) => session)).toEqual([1, 2, 1, 3, 4]);
    expect(agent.opened[2]).toMatchObject({ model: "small" });
  });

  test("a session that joins later is told what the steps before it came to", async () => {
    const { run, agent } = await rig((prompt) => (prompt.includes("Find it") ? doneLine("found: 42") : doneLine()));
    const steps = [step("A", "", "Find it."), step("B", 'tools="view"', "Check it.")];
    await run(skill("A --> B", steps.join("")));
    expect(agent.prompts[1]?.session).toBe(2);
    expect(agent.prompts[1]?.text).toContain("found: 42");
  });

  test.each([
    [
      "the whole output says so",
      doneLine({ exit: true }),
      ["L::iter_1 done", "L::iter_2 skipped", "L::iter_3 skipped"],
    ],
    [
      "it is only part of the output",
      doneLine({ exit: true, more: 1 }),
      ["L::iter_1 done", "L::iter_2 done", "L::iter_3 done"],
    ],
  ])("a loop ends early when %s", async (_, reply, expected) => {
    const { run } = await rig(() => reply);
    expect(
      statuses(await run(skill("L", step("L", 'type="loop" max_iter="3"', "Once more, {iter} of {max_iter}.")))),
    ).toEqual(expected);
  });
});

describe("people (diagram.md 5)", () => {
  const loop = skill(
    "L --> B",
    `${bash("L", "echo again", 'type="loop" max_iter="2" on_exhaust="checkpoint"')}${bash("B", "echo b")}`,
  );

  test.each([
    ["continue", "done", ["L::iter_1 done", "L::iter_2 done", "B done"]],
    ["cancel", "done", ["L::iter_1 done", "L::iter_2 skipped", "B skipped"]],
    ["abort", "cancelled", ["L::iter_1 done", "L::iter_2 waiting", "B pending"]],
  ])("decide when a loop with on_exhaust has used its passes: %s", async (choice, status, expected) => {
    const { run, answer } = await rig();
    const waiting = await run(loop);
    expect([waiting.status, statuses(waiting)]).toEqual([
      "waiting",
      ["L::iter_1 done", "L::iter_2 waiting", "B pending"],
    ]);
    const end = await answer(waiting.run, "L::iter_2", choice);
    expect([end.status, statuses(end)]).toEqual([status, expected]);
  });

  const failing = skill("A --> B", `${bash("A", "test -e online && echo up")}${bash("B", "echo b")}`);

  test.each([
    ["retry", "failed", ["A blocked", "B pending"]],
    ["waive", "done", ["A skipped", "B done"]],
    ["cancel", "done", ["A skipped", "B skipped"]],
    ["abort", "cancelled", ["A blocked", "B pending"]],
  ])("decide about a step that failed for good: %s", async (choice, status, expected) => {
    const { run, answer } = await rig();
    const failed = await run(failing);
    expect([failed.status, statuses(failed)]).toEqual(["failed", ["A blocked", "B pending"]]);
    const end = await answer(failed.run, "A", choice);
    expect([end.status, statuses(end)]).toEqual([status, expected]);
  });

  test("are asked about a step that must not be repeated and was interrupted", async () => {
    const stop = new AbortController();
    const { run, runtime, answer } = await rig(async () => {
      stop.abort();
      return doneLine();
    });
    const once = skill("A", step("A", 'idempotent="false"', "Send it."));
    const stopped = await run(once, { signal: stop.signal });
    expect([stopped.status, statuses(stopped)]).toEqual(["interrupted", ["A waiting"]]);
    const resumed = await (await runtime.resume(stopped.run ?? "")).result;
    expect(resumed.status).toBe("waiting");
    expect(resumed.checkpoints).toMatchObject([
      { reason: "interrupted", choices: [{ id: "retry" }, { id: "waive" }, { id: "cancel" }, { id: "abort" }] },
    ]);
    expect(statuses(await answer(stopped.run, "A", "waive"))).toEqual(["A skipped"]);
  });

  test.each(["skip", "partial"])(
    "are not asked where on-failure=%s deals with a failure, of the skill or around it",
    async (how) => {
      const { run, store } = await rig();
      const result = await run(
        `${skill("A --> B", bash("A", "exit 3"), `on-failure="${how}"`)}\n<agent name="worker" on-failure="${how}">${skill("A", bash("A", "exit 3"))}</agent>`,
      );
      expect(result.status).toBe("done");
      expect(statuses(result)).toEqual(["A skipped", "B skipped", "A skipped"]);
      expect(store.openCheckpoints(result.run ?? "")).toEqual([]);
    },
  );
});

describe("cycles and gates (diagram.md 2 and 3)", () => {
  const cycle = (run: string) =>
    skill(
      'A --> G@{ label: "Good?", type: gate, max_iter: 3 }\n  G -->|no| A\n  G -->|yes| B',
      `${bash("A", "echo try >> tries; wc -l < tries")}${bash("G", run, 'type="gate"')}${bash("B", "cat tries")}`,
    );

  test("a cycle with a bound goes round until its gate is content", async () => {
    const { run } = await rig();
    const result = await run(cycle('[ "$(wc -l < tries)" -ge 2 ] && echo yes || echo no'));
    expect(result.output.text).toBe("try\ntry");
    expect(statuses(result)).toEqual([
      "A::iter_1 done",
      "A::iter_2 done",
      "A::iter_3 skipped",
      "G::iter_1 done",
      "G::iter_2 done",
      "G::iter_3 skipped",
      "B done",
    ]);
  });

  test("a cycle that has used its passes asks a person, who may choose every other label", async () => {
    const { run, answer } = await rig();
    const waiting = await run(cycle("echo no"));
    expect(waiting).toMatchObject({
      status: "waiting",
      checkpoints: [{ step: "G::iter_3", reason: "exhausted", choices: [{ id: "yes" }] }],
    });
    expect((await answer(waiting.run, "G::iter_3", "yes")).output.text).toBe("try\ntry\ntry");
  });

  test("a command that fails decides no gate whose labels are others than pass and fail", async () => {
    const { run } = await rig();
    const steps = bash("G", "echo nothing; exit 4", 'type="gate"');
    const result = await run(skill('G -->|left| A@{ label: "a", type: pass }\n  G -->|right| A', steps));
    expect(statuses(result)).toEqual(["G blocked", "A pending"]);
  });
});

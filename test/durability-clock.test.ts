import { join } from "node:path";
import { createRuntime, openStore, type RunResult, verifyChain } from "@agent-markup/core";
import { expect, test } from "vitest";
import { testProject } from "./support/project.ts";

const text = `<skill impl="dde-simple">
flowchart LR
  A[Tried twice] --> B[Ask] --> C[End]
  <step node="A" type="tool" retries="1" run="test -e twice || { touch twice; exit 1; }"/>
  <step node="B" type="manual">Go on?</step>
  <step node="C" type="tool" run="echo ended"/>
</skill>
`;
const day = 24 * 60 * 60 * 1000;

/** Told by nobody but this clock; what waits, waits in real time. */
function clockFrom(start: number, perLook: number) {
  let time = start;
  const now = () => {
    time += perLook;
    return time;
  };
  const wait = (ms: number, signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      signal.addEventListener("abort", () => {
        clearTimeout(timer);
        resolve();
      });
    });
  return { now, wait };
}

test.each([
  ["goes back by a day at every look", -day],
  ["goes forward by a day at every look", day],
  ["stands still", 0],
])("a clock that %s neither hangs a run nor repeats a step, nor between its drives", async (_, perLook) => {
  const project = testProject({ "a.md": text });
  const file = join(project.root, ".aml/state.db");
  const drive = async (start: number, id?: string): Promise<RunResult> => {
    const clock = clockFrom(start, perLook);
    const store = await openStore(file, { now: clock.now });
    const runtime = await createRuntime({ permissions: null, workspace: project.root, store, clock });
    const run = id === undefined ? runtime.run({ file: "a.md", text }, { trust: "trusted" }) : await runtime.resume(id);
    const result = await run.result;
    const [question] = store.openCheckpoints(result.run ?? "");
    if (question !== undefined) {
      const answer = { choice: "approve", actor: "ada", at: new Date(clock.now()).toISOString() };
      expect(store.answer(result.run ?? "", question.id, answer)).toMatchObject({ ok: true });
    }
    store.verify(result.run ?? "");
    expect(verifyChain(store.events(result.run ?? ""))).toMatchObject({ ok: true });
    store.close();
    return result;
  };
  const start = Date.parse("2026-03-29T01:59:59Z");
  const waiting = await drive(start);
  expect(waiting.status).toBe("waiting");
  // A year earlier than what is recorded.
  const done = await drive(start - 365 * day, waiting.run ?? "");
  expect(done.plans[0]?.nodes.map(({ id, status, attempt }) => `${id} ${status} ${attempt}`)).toEqual([
    "A done 2",
    "B done 1",
    "C done 1",
  ]);
  for (const { durationMs = 0 } of done.plans[0]?.nodes ?? []) expect(durationMs).toBeGreaterThanOrEqual(0);
});

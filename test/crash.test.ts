import { type CrashPoint, crashPoints } from "@agent-markup/core";
import { describe, expect, test } from "vitest";
import { crashProject, expectedEnd, survive } from "./support/crash-procedure.ts";
import { type TestProject, testProject } from "./support/project.ts";
import { runResult } from "./support/run-result.ts";

/** Met only by a run that goes on for longer than a third of its lease. */
const slow = crashPoints.filter((point) => point.startsWith("renew-"));
const quick = crashPoints.filter((point) => !slow.includes(point)).sort((a, b) => turnOf(a) - turnOf(b));

/** Four of them a run, from all over the list, so that each crash finds what another left behind. */
const runs = Math.ceil(quick.length / 4);
const chains = Array.from({ length: runs }, (_, run) => quick.filter((_, index) => index % runs === run));

describe.concurrent("a run whose processes are killed", { timeout: 120_000 }, () => {
  test("nowhere comes to the end that the rules tell", async ({ onTestFinished }) => {
    const project = crashProject(onTestFinished);
    const { end } = await survive(project, { crashAt: () => undefined, waits: true });
    expect(end).toEqual(expectedEnd);
  });

  test.for(slow)("at %s, in the middle of a long step, runs that step again", async (point, { onTestFinished }) => {
    const step = "if mkdir began 2> /dev/null; then sleep 60; fi; echo done";
    const project = testProject({ "slow.md": diagram(`<step node="A" type="tool" run="${step}"/>`) }, onTestFinished);
    const { status, end } = await crashAndResume(project, "slow.md", point);
    expect(status).toBe("done");
    expect(end).toMatchObject({ plans: [{ nodes: [{ id: "A", status: "done", attempt: 2 }] }] });
  });

  test.for(chains.map((points) => points.join(", then ")))(
    "at %s comes to the same end, has lost nothing that it told, and repeated nothing",
    async (where, { onTestFinished }) => {
      const points = where.split(", then ");
      const project = crashProject(onTestFinished);
      const { killedAt, end } = await survive(project, { crashAt: (killed) => points[killed], waits: true });
      expect(end).toEqual(expectedEnd);
      expect(killedAt).toEqual(points);
    },
  );

  test.for(["answer-begun", "answer-committed", "commit-committed:3", "node-performed"])(
    "at %s does not take a failure that the document deals with for a success",
    async (point, { onTestFinished }) => {
      const step = '<step node="A" type="tool" run="exit 7"/>';
      const project = testProject({ "tolerant.md": diagram(step, ' on-failure="partial"') }, onTestFinished);
      const { status, end } = await crashAndResume(project, "tolerant.md", point);
      expect(status).toBe("done");
      expect(end.output.text).toContain("[FAILED: dde-advanced: A blocked: exit status 7]");
    },
  );
});

/** Some are met only once, so that their turn is before the others'; some only at the end, or by a process that takes over. */
function turnOf(point: CrashPoint): number {
  if (/^(create-run|node-retried|answer)/.test(point)) return 0;
  return /^(run-performed|finish|acquire|run-taken|leftovers)/.test(point) ? 2 : 1;
}

function diagram(step: string, attributes = ""): string {
  return `<skill impl="dde-advanced"${attributes}>\nflowchart LR\n  A[Work]\n  ${step}\n</skill>\n`;
}

async function crashAndResume(project: TestProject, document: string, point: string) {
  const killed = await project.start({ AML_CRASH_AT: point }, "run", document, "--trust", "trusted").finished;
  expect(killed.signal).toBe("SIGKILL");
  const [, run = ""] = /^run (\S+)/.exec(killed.stderr) ?? [];
  const end = runResult(project.aml("resume", run, "--json"));
  return { status: end.status, end };
}

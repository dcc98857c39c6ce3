import { describe, expect, test } from "vitest";
import { everyTool } from "../5-authorise/tool-set.ts";
import type { Change } from "../plan/change.ts";
import { createPlan } from "../plan/create-plan.ts";
import type { Answer, PlanDefinition, PlanNode } from "../plan/plan.ts";
import type { Plan } from "../plan/progress.ts";
import { type DriveEnd, type DriverPort, drivePlan, type StepOutcome } from "./driver.ts";

const done: StepOutcome = { type: "done", output: { text: "" } };
const failed: StepOutcome = { type: "failed", error: "broken", retryable: true };

type Script = Record<string, readonly StepOutcome[]>;

interface Drive {
  readonly end: DriveEnd;
  readonly plan: Plan;
  /** `A1` for the first attempt at A, in the order they began. */
  readonly started: readonly string[];
  readonly commits: readonly (readonly Change[])[];
  readonly waits: readonly number[];
}

interface DriveSettings {
  readonly maxParallel?: number;
  readonly script?: Script;
  readonly signal?: AbortSignal;
  readonly answer?: Record<string, Answer>;
  readonly plan?: Plan;
  readonly runStep?: DriverPort["runStep"];
}

async function drive(
  edges: string,
  settings: DriveSettings = {},
  nodes: Record<string, Partial<PlanNode>> = {},
): Promise<Drive> {
  const plan = settings.plan ?? createPlan(definitionOf(edges, nodes));
  const { maxParallel = 1, script = {}, signal = new AbortController().signal, answer = {} } = settings;
  const started: string[] = [];
  const commits: Change[][] = [];
  const waits: number[] = [];
  let time = 0;
  const port: DriverPort = {
    commit: (changes) => void commits.push([...changes]),
    async runStep(node, attempt, stepSignal) {
      started.push(`${node.id}${attempt}`);
      if (settings.runStep !== undefined) return settings.runStep(node, attempt, stepSignal);
      return script[node.id]?.[attempt - 1] ?? done;
    },
    answered: () =>
      [...plan.checkpoints.values()].flatMap((checkpoint) => {
        const given = answer[checkpoint.step];
        return checkpoint.answer === undefined && given !== undefined ? [{ ...checkpoint, answer: given }] : [];
      }),
    onAnswer: () => {},
    now: () => time,
    backOff: (failures) => failures * 1000,
    async wait(ms) {
      waits.push(ms);
      time += ms;
    },
  };
  const end = await drivePlan(plan, port, { maxParallel, signal });
  return { end, plan, started, commits, waits };
}

/** `"A>B A>C"`; nodes stand in the order of their first mention. */
function definitionOf(edges: string, changes: Record<string, Partial<PlanNode>>): PlanDefinition {
  const pairs = edges.split(" ").map((edge) => edge.split(">"));
  const ids = [...new Set(pairs.flat())];
  const node = (id: string, index: number): PlanNode => ({
    id,
    index,
    label: id,
    shape: "rectangle",
    type: "tool",
    brief: "",
    tools: everyTool,
    origin: id,
    onExhaust: "continue",
    retries: 0,
    idempotent: true,
    ...changes[id],
  });
  const links = pairs.filter((pair) => pair.length === 2);
  return {
    id: "plan",
    mode: "advanced",
    hash: "",
    diagram: "",
    nodes: ids.map(node),
    edges: links.map(([from = "", to = ""], index) => ({
      index,
      from: ids.indexOf(from),
      to: ids.indexOf(to),
      label: null,
      kind: "solid",
      fallback: false,
    })),
  };
}

function statuses(plan: Plan): string {
  return plan.definition.nodes.map(({ id, index }) => `${id} ${plan.steps[index]?.status}`).join(", ");
}

describe("driving a plan", () => {
  test("ready steps run in diagram order, one at a time", async () => {
    const { end, started, plan } = await drive("A>B A>C B>D C>D");
    expect(started).toEqual(["A1", "B1", "C1", "D1"]);
    expect(end).toBe("settled");
    expect(statuses(plan)).toBe("A done, B done, C done, D done");
  });

  test("a step settles in the same transaction that claims the next", async () => {
    const { commits } = await drive("A>B");
    const steps = commits.map((changes) =>
      changes.flatMap((change) => (change.type === "step" ? [`${change.step} ${change.to}`] : [])),
    );
    expect(steps).toEqual([["A in_progress"], ["A done", "B in_progress"], ["B done"]]);
  });

  test("a step that must not be repeated is claimed in a transaction of its own", async () => {
    const { commits } = await drive("A>B", {}, { B: { idempotent: false } });
    const steps = commits.map((changes) =>
      changes.flatMap((change) => (change.type === "step" ? [`${change.step} ${change.to}`] : [])),
    );
    expect(steps).toEqual([["A in_progress"], ["A done"], ["B in_progress"], ["B done"]]);
  });

  test("nothing is started before its claim is written", async () => {
    const seen: string[] = [];
    const plan = createPlan(definitionOf("A>B", {}));
    const port: DriverPort = {
      commit: (changes) =>
        void seen.push(...changes.flatMap((change) => (change.type === "step" ? [`${change.step} ${change.to}`] : []))),
      runStep: async ({ id }) => {
        seen.push(`run ${id}`);
        return done;
      },
      answered: () => [],
      onAnswer: () => {},
      now: () => 0,
      backOff: () => 0,
      wait: async () => {},
    };
    await drivePlan(plan, port, { maxParallel: 1, signal: new AbortController().signal });
    expect(seen).toEqual(["A in_progress", "run A", "A done", "B in_progress", "run B", "B done"]);
  });

  test("up to --max-parallel steps run side by side", async () => {
    let running = 0;
    let most = 0;
    const release: (() => void)[] = [];
    const pair = async () => {
      most = Math.max(most, ++running);
      if (running === 2) for (const go of release.splice(0)) go();
      else await new Promise<void>((resolve) => void release.push(resolve));
      running--;
      return done;
    };
    const runStep = async ({ id }: PlanNode) => (id === "A" || id === "C" ? pair() : done);
    const { plan } = await drive("A>B C>B D", { maxParallel: 2, runStep });
    expect(most).toBe(2);
    expect(statuses(plan)).toBe("A done, B done, C done, D done");
  });

  test("a failed branch is blocked and leaves its downstream pending, the other branch goes on first", async () => {
    const { plan, end } = await drive("A>B C>D", { script: { A: [failed] } });
    expect(end).toBe("settled");
    expect(statuses(plan)).toBe("A blocked, B pending, C done, D done");
  });

  test("a failed attempt waits its back-off and is tried again", async () => {
    const { plan, started, waits } = await drive("A>B", { script: { A: [failed, failed] } }, { A: { retries: 2 } });
    expect(started).toEqual(["A1", "A2", "A3", "B1"]);
    expect(waits).toEqual([1000, 2000]);
    expect(statuses(plan)).toBe("A done, B done");
  });

  test("a clock that is set back does not keep a step from its next attempt", async () => {
    const plan = createPlan(definitionOf("A", { A: { retries: 1 } }));
    let time = 0;
    const port: DriverPort = {
      commit: () => {},
      runStep: async (_, attempt) => (attempt === 1 ? failed : done),
      answered: () => [],
      onAnswer: () => {},
      now: () => {
        time -= 60_000;
        return time;
      },
      backOff: () => 1000,
      wait: async () => {},
    };
    await drivePlan(plan, port, { maxParallel: 1, signal: new AbortController().signal });
    expect(statuses(plan)).toBe("A done");
  });

  test("another branch runs while a retry waits", async () => {
    const { started } = await drive("A C", { script: { A: [failed] } }, { A: { retries: 1 } });
    expect(started).toEqual(["A1", "C1", "A2"]);
  });

  test("a manual step waits for a person and is acted on when the answer is there", async () => {
    const waiting = await drive("A>B", {}, { A: { type: "manual" } });
    expect(statuses(waiting.plan)).toBe("A waiting, B pending");
    const answer = { choice: "approve", actor: "kim", at: "2026-01-01T00:00:00.000Z" };
    const { plan, started } = await drive("A>B", { answer: { A: answer } }, { A: { type: "manual" } });
    expect(statuses(plan)).toBe("A done, B done");
    expect(started).toEqual(["B1"]);
  });

  test("abort at a checkpoint ends the drive and starts nothing more", async () => {
    const answer = { choice: "abort", actor: "kim", at: "2026-01-01T00:00:00.000Z" };
    const { end, started } = await drive("A C", { script: { A: [failed] }, answer: { A: answer } });
    expect(end).toBe("aborted");
    expect(started).toEqual(["A1"]);
  });

  test("the signal interrupts what runs: it is pending again and counts as an attempt", async () => {
    const controller = new AbortController();
    const { end, plan } = await drive("A>B", {
      signal: controller.signal,
      runStep: async (_node, _attempt, signal) => {
        controller.abort();
        return signal.aborted ? { type: "interrupted" } : done;
      },
    });
    expect(end).toBe("interrupted");
    expect(statuses(plan)).toBe("A pending, B pending");
    expect(plan.steps[0]?.attempt).toBe(1);
  });

  test("a signal that is aborted already starts nothing", async () => {
    const { end, started } = await drive("A", { signal: AbortSignal.abort() });
    expect(end).toBe("interrupted");
    expect(started).toEqual([]);
  });

  test("a fault of the runtime ends the drive and is thrown, after what runs has been stopped", async () => {
    let wasAborted = false;
    const runStep: DriverPort["runStep"] = async ({ id }, _attempt, signal) => {
      if (id === "A") throw new Error("bug");
      await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
      wasAborted = true;
      return { type: "interrupted" };
    };
    await expect(drive("A B", { maxParallel: 2, runStep })).rejects.toThrow("bug");
    expect(wasAborted).toBe(true);
  });

  test("a write that fails ends the drive before anything is done about it", async () => {
    const started: string[] = [];
    const port: DriverPort = {
      commit: () => {
        throw new Error("disk full");
      },
      runStep: async ({ id }) => {
        started.push(id);
        return done;
      },
      answered: () => [],
      onAnswer: () => {},
      now: () => 0,
      backOff: () => 0,
      wait: async () => {},
    };
    const plan = createPlan(definitionOf("A>B", {}));
    await expect(drivePlan(plan, port, { maxParallel: 1, signal: new AbortController().signal })).rejects.toThrow(
      "disk full",
    );
    expect(started).toEqual([]);
  });
});

import { currentDriver } from "../../journal/driver-identity.ts";
import { nextReady, nodeOf, stateOf } from "../../plan/progress.ts";
import { listed } from "../../plan/refusals.ts";
import type { Store } from "../../store/store.ts";
import { ToolError } from "../../tools/tool-error.ts";
import { type Clock, systemClock } from "../clock.ts";
import { type Guided, granted, refused } from "./guide-answer.ts";
import { type HandedStep, handOut } from "./hand-out.ts";
import type { HeldPlan } from "./held-plan.ts";
import { openPlans } from "./open-plans.ts";
import { type Account, accountOf, inProgress, type Standing } from "./standing.ts";
import { type StartOptions, startPlan } from "./start-plan.ts";
import { eventOf, refusalOf, type StepReport } from "./step-report.ts";
import { type VerifyOptions, verifyObstacle, verifyStep } from "./verifier.ts";

export interface GuideOptions extends VerifyOptions {
  readonly store: Store;
  readonly clock?: Clock;
}

/** The next step, or null with how the plan stands when there is none to do now. */
export interface NextStep {
  readonly step: HandedStep | null;
  readonly standing: Standing;
}

/**
 * Plans that somebody outside follows, call by call: who asks is given the next step and says what became of it (diagram.md
 * 6). The rules are those of `transition`; what breaks them is refused, with what is allowed instead.
 */
export interface Guide {
  start(options: StartOptions): Promise<Guided<Standing>>;
  next(plan: string): Promise<Guided<NextStep>>;
  report(report: StepReport): Promise<Guided<Standing>>;
  status(plan: string): Guided<Account>;
  /** The plans that this guide holds, in the order it got them. */
  held(): readonly Standing[];
  /**
   * Gives back what is in progress and leaves every run interrupted; another guide can go on. Every plan is given back that
   * can be; rejects with the first failure.
   */
  close(): Promise<void>;
}

/** A guide over a store. It holds the lease of each plan that it hands steps of out, until it is closed. */
export function createGuide(options: GuideOptions): Guide {
  const { store, clock = systemClock, permissions } = options;
  const driver = currentDriver();
  const plans = openPlans(store, clock, driver, permissions?.label ?? null);
  const verifying = new Set<Promise<unknown>>();

  function handNext(held: HeldPlan): Guided<NextStep> {
    for (;;) {
      held.advance();
      const busy = inProgress(held.plan).map(({ id }) => id);
      if (!held.signal.aborted && busy.length >= held.terms.maxParallel) {
        const limit = busy.length === 1 ? "" : ` (at most ${held.terms.maxParallel} side by side)`;
        return refused(
          "step-in-progress",
          `complete or fail ${listed(busy)} first${limit}; plan_status tells it again`,
        );
      }
      const step = held.signal.aborted ? null : nextReady(held.plan);
      if (step === null) {
        held.settle();
        return granted({ step: null, standing: plans.standing(held) });
      }
      const handed = begin(held, step);
      if (handed !== null) return granted({ step: handed, standing: plans.standing(held) });
    }
  }

  /** Null for a step whose brief cannot be told: it has failed, as it would in a run. */
  function begin(held: HeldPlan, step: string): HandedStep | null {
    const started = held.take({ type: "start", step, at: new Date(clock.now()).toISOString() });
    if (!started.ok) throw new RangeError(started.message);
    try {
      return handOut(held.plan, nodeOf(held.plan, step), held.terms.params);
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      const { attempt } = stateOf(held.plan, step);
      const plan = held.plan.definition.id;
      const failed = {
        type: "failed",
        plan,
        step,
        attempt,
        error: error.message,
        output: "",
        retryable: false,
      } as const;
      held.take(eventOf(held.plan, failed, clock.now()));
      return null;
    }
  }

  /** The plan that a report is about, when it holds here. */
  function accepting(report: StepReport): Guided<HeldPlan> {
    const found = plans.find(report.plan);
    if (!found.ok) return found;
    const { plan, held } = found.value;
    const refusal = refusalOf(plan, report, eventOf(plan, report, clock.now()));
    if (refusal !== null) return refusal;
    return held === null ? plans.notHeld(found.value) : granted(held);
  }

  function taken(held: HeldPlan, report: StepReport): Guided<Standing> {
    held.take(eventOf(held.plan, report, clock.now()));
    held.advance();
    held.settle();
    return granted(plans.standing(held));
  }

  /** Whether the command of `verify` bears out that a step is done; what it says is taken when it does not. */
  async function verified(held: HeldPlan, report: StepReport): Promise<Guided<HeldPlan>> {
    const { step } = report;
    const node = nodeOf(held.plan, step);
    if (node.verify === undefined || report.type === "failed") return granted(held);
    const obstacle = verifyObstacle(node, options);
    if (obstacle !== null) return refused("verify-not-allowed", obstacle);
    const running = verifyStep(held, node, report.output, options);
    verifying.add(running);
    const verdict = await running.finally(() => verifying.delete(running));
    // Meanwhile others may have settled the step, or taken the plan away.
    const still = accepting(report);
    if (!still.ok || verdict.type !== "failed") return still;
    const { error, retryable } = verdict;
    const { output } = report;
    taken(still.value, { ...report, type: "failed", error, output, retryable });
    return refused(
      "verify-failed",
      `step "${step}" is not done (${error}) and is ${stateOf(held.plan, step).status} now`,
    );
  }

  return {
    async start(started) {
      const found = await startPlan(started, { ...options, clock, driver }, plans);
      if (!found.ok) return found;
      found.value.held?.advance();
      found.value.held?.settle();
      return granted(plans.standing(found.value));
    },

    async next(id) {
      const found = await plans.toGoOn(id);
      if (!found.ok) return found;
      const { held } = found.value;
      return held === null ? granted({ step: null, standing: plans.standing(found.value) }) : handNext(held);
    },

    async report(report) {
      const accepted = accepting(report);
      if (!accepted.ok) return accepted;
      const checked = await verified(accepted.value, report);
      return checked.ok ? taken(checked.value, report) : checked;
    },

    status(id) {
      const found = plans.find(id);
      if (!found.ok) return found;
      const { plan, terms } = found.value;
      return granted(accountOf(plan, plans.standing(found.value), terms.params));
    },

    held: () => plans.held().map((held) => plans.standing(held)),

    async close() {
      const failures: unknown[] = [];
      for (const held of plans.held()) {
        try {
          held.giveBack("interrupted");
        } catch (error) {
          failures.push(error);
        }
      }
      await Promise.allSettled(verifying);
      if (failures.length > 0) throw failures[0];
    },
  };
}

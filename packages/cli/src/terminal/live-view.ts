import { duration, type Event, labelLine, printableLine, type StepStatus, stepMarks } from "@agent-markup/core";
import type { Output } from "./output.ts";
import type { ProgressView } from "./progress-view.ts";
import { paintStatus } from "./step-status.ts";

interface ShownStep {
  readonly id: string;
  readonly label: string;
  status: StepStatus;
  attempt: number;
  startedAt: number;
  durationMs: number | null;
  remark: string;
}

const repaintMs = 120;

/** The plan with each step's state and time, repainted in place while the run goes on. */
export function liveView(output: Output): ProgressView {
  const steps = new Map<string, ShownStep>();
  let run = "";
  let painted = 0;
  let isEnded = false;
  let isPaused = false;

  function paint(): void {
    if (isPaused) return;
    const lines = [
      `${output.progressColors.bold("run")} ${run}`,
      ...windowOf([...steps.values()], output.height - 3).map((step) => line(step, output)),
    ];
    output.raw(`${painted === 0 ? "" : `\u001b[${painted}A`}\u001b[0J${lines.join("\n")}\n`);
    painted = lines.length;
  }

  const timer = setInterval(() => {
    if (steps.size > 0) paint();
  }, repaintMs);
  timer.unref();
  return {
    show(event) {
      run = event.run;
      if (event.type === "plan.frozen") {
        for (const { id, label } of event.data.steps) steps.set(id, stepOf(id, labelLine(label)));
      }
      change(steps, event);
    },
    pause() {
      isPaused = true;
    },
    resume() {
      if (!isPaused) return;
      isPaused = false;
      // What the question left on the screen stays.
      painted = 0;
    },
    end() {
      if (isEnded) return;
      isPaused = false;
      isEnded = true;
      clearInterval(timer);
      if (steps.size === 0) return;
      paint();
      output.raw("\n");
    },
  };
}

function stepOf(id: string, label: string): ShownStep {
  return { id, label, status: "pending", attempt: 0, startedAt: 0, durationMs: null, remark: "" };
}

function change(steps: ReadonlyMap<string, ShownStep>, event: Event): void {
  if (!event.type.startsWith("step.") || !("step" in event.data)) return;
  const step = steps.get(event.data.step);
  if (step === undefined) return;
  switch (event.type) {
    case "step.started":
      Object.assign(step, {
        status: "in_progress",
        attempt: event.data.attempt,
        startedAt: Date.parse(event.at),
        durationMs: null,
        remark: "",
      });
      break;
    case "step.done":
      Object.assign(step, { status: "done", durationMs: event.data.durationMs, remark: event.data.label ?? "" });
      break;
    case "step.skipped":
      Object.assign(step, { status: "skipped", remark: event.data.reason });
      break;
    case "step.blocked":
      Object.assign(step, { status: "blocked", durationMs: event.data.durationMs, remark: event.data.error });
      break;
    case "step.waiting":
      Object.assign(step, { status: "waiting", remark: "waits for a person" });
      break;
    case "step.pending":
      Object.assign(step, { status: "pending", durationMs: null, remark: event.data.again });
      break;
  }
}

/** As many steps as fit, around the first that is not settled. */
function windowOf(steps: readonly ShownStep[], room: number): readonly ShownStep[] {
  if (steps.length <= room) return steps;
  const active = steps.findIndex(({ status }) => status === "in_progress" || status === "pending");
  const middle = active === -1 ? steps.length - 1 : active;
  const from = Math.max(0, Math.min(middle - Math.floor(room / 2), steps.length - room));
  return steps.slice(from, from + Math.max(1, room));
}

function line(step: ShownStep, { width, progressColors }: Output): string {
  const { id, label, status, attempt, startedAt, durationMs, remark } = step;
  const time = durationMs ?? (status === "in_progress" ? Date.now() - startedAt : null);
  const details = [
    label === id ? "" : label,
    time === null ? "" : duration(time),
    attempt > 1 ? `attempt ${attempt}` : "",
    remark,
  ].filter((part) => part !== "");
  const text = printableLine(`${id}  ${details.join("  ")}`, Math.max(10, width - 5));
  return `  ${paintStatus(`${stepMarks[status]} ${text}`, status, progressColors)}`;
}

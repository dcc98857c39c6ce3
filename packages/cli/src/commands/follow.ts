import type { Run, RunResult } from "@agent-markup/core";
import { type ExitCode, exitCode } from "../exit.ts";
import type { Output } from "../terminal/output.ts";
import { progressView } from "../terminal/progress-view.ts";
import { resultText } from "../terminal/result-text.ts";
import type { Starter } from "./detach.ts";

export interface FollowOptions {
  /** Texts of the files that diagnostics may point into, for code frames. */
  readonly texts: Readonly<Record<string, string>>;
  readonly json: boolean;
  readonly output: Output;
  /** Of a detached run: hears whether it began. Such a run outlives its terminal. */
  readonly starter?: Starter | null;
}

/** Shows a run while it goes on and its result at the end; Ctrl-C stops it in order, so that it can be resumed. */
export async function follow(
  start: (signal: AbortSignal) => Run | Promise<Run>,
  options: FollowOptions,
): Promise<ExitCode> {
  const { output, starter = null } = options;
  const stop = stopOnSignals(output, starter !== null);
  const view = progressView(output);
  try {
    const run = await start(stop.signal);
    const shown = (async () => {
      for await (const event of run) {
        if (event.type === "run.started") starter?.began(event.run);
        view.show(event);
      }
    })();
    const result = await run.result.finally(async () => {
      await shown;
      view.end();
    });
    if (result.status === "refused") starter?.refused(result);
    return tellResult(result, options);
  } finally {
    view.end();
    stop.release();
  }
}

/** Prints what a run came to, and gives what that means to whoever called the command. */
export function tellResult(result: RunResult, { texts, json, output }: FollowOptions): ExitCode {
  output.result(json ? JSON.stringify(result) : resultText(result, texts, output.colors, output.isLive));
  return exitCodeOf(result);
}

/** What the end of a run means to whoever called the command (DESIGN.md 6). */
export function exitCodeOf({ status, diagnostics }: RunResult): ExitCode {
  switch (status) {
    case "done":
    case "running":
      return exitCode.done;
    case "failed":
    case "cancelled":
      return exitCode.failed;
    case "waiting":
      return exitCode.waiting;
    case "interrupted":
      return exitCode.interrupted;
    case "refused":
      return diagnostics.some(({ code }) => needsChoice.has(code)) ? exitCode.usage : exitCode.failed;
  }
}

/** Not a fault of the document: whoever runs it has to choose something. */
const needsChoice: ReadonlySet<string> = new Set(["AML5101", "AML5102", "AML6205", "AML6206", "AML6207"]);

function stopOnSignals(output: Output, isDetached: boolean) {
  const controller = new AbortController();
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  const stop = () => {
    if (controller.signal.aborted) return;
    output.progress("aml: stopping; what is in progress runs again when the run is resumed");
    controller.abort();
  };
  const outlive = () => {};
  const heed = (signal: NodeJS.Signals) => (isDetached && signal === "SIGHUP" ? outlive : stop);
  for (const signal of signals) process.on(signal, heed(signal));
  return {
    signal: controller.signal,
    release: () => {
      for (const signal of signals) process.off(signal, heed(signal));
    },
  };
}

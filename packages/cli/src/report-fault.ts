import { LeaseLost, printable, RecordingError, RunError, StoreError } from "@agent-markup/core";
import { type ExitCode, exitCode, Interrupted, UsageError } from "./exit.ts";
import type { Output } from "./terminal/output.ts";

/** Says what went wrong, in one place for every command, and gives the exit code. */
export function reportFault(error: unknown, output: Output): ExitCode {
  if (error instanceof Interrupted) return exitCode.interrupted;
  if (error instanceof UsageError) {
    output.progress(`aml: ${printable(error.message)}`);
    if (error.help !== undefined) output.progress(`     ${printable(error.help)}`);
    return exitCode.usage;
  }
  if (
    error instanceof StoreError ||
    error instanceof RunError ||
    error instanceof LeaseLost ||
    error instanceof RecordingError
  ) {
    output.progress(`aml: ${printable(error.message)}`);
    return exitCode.usage;
  }
  const message = error instanceof Error ? error.message : String(error);
  output.progress(`aml: internal error: ${printable(message)}`);
  if (process.env.AML_DEBUG !== undefined && error instanceof Error) output.progress(printable(error.stack ?? ""));
  else output.progress("     AML_DEBUG=1 shows where; please report it");
  return exitCode.usage;
}

/** `aml log RUN | head` closes our stdout: that is no fault of anyone's. */
export function leaveQuietlyWhenNobodyReads(): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    process.exit(exitCode.done);
  });
}

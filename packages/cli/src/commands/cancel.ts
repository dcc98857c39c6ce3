import { userInfo } from "node:os";
import { cancelRun } from "@agent-markup/core";
import { type ExitCode, exitCode } from "../exit.ts";
import { findRun } from "../find-run.ts";
import { openExistingStore } from "../open-runtime.ts";
import { findProject } from "../project.ts";
import { commandName } from "../terminal/command-name.ts";
import type { Output } from "../terminal/output.ts";

/** `aml cancel RUN`: ends it for good, in order where it is being driven (spec/cancel-result.schema.json). */
export async function cancel(id: string, flags: { readonly json?: boolean }, output: Output): Promise<ExitCode> {
  const store = await openExistingStore(findProject(process.cwd()));
  try {
    const run = findRun(store, id).id;
    const outcome = await cancelRun(store, run, { actor: userInfo().username });
    if (outcome.outcome === "cancelled") {
      const { survivors } = outcome;
      if (flags.json === true) output.result(JSON.stringify({ version: 1, run, status: "cancelled", survivors }));
      else output.result(`cancelled: run ${run}`);
      if (survivors.length > 0)
        output.progress(`aml: processes of the run could not be ended: ${survivors.join(", ")}`);
      return exitCode.done;
    }
    const { pid, host } = outcome.heldBy;
    if (flags.json === true)
      output.result(JSON.stringify({ version: 1, run, status: "running", heldBy: { pid, host } }));
    output.progress(
      `aml: process ${pid} on ${host} was asked to end run ${run} and has not yet; ${commandName()} status ${run} shows when it has`,
    );
    return exitCode.failed;
  } finally {
    store.close();
  }
}

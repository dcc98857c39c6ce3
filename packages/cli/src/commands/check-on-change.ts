import { type LoadedSources, loadSources, type SourceRequest } from "../check/load-sources.ts";
import { watchSources } from "../check/watch-sources.ts";
import { type ExitCode, exitCode } from "../exit.ts";
import type { Output } from "../terminal/output.ts";

/** `aml check --watch`: checks, and again on every change, until Ctrl-C. */
export async function checkOnChange(
  request: SourceRequest,
  checkOnce: (sources: LoadedSources) => Promise<{ readonly sources: LoadedSources }>,
  output: Output,
): Promise<ExitCode> {
  const controller = new AbortController();
  const stop = () => controller.abort();
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  for (const signal of signals) process.on(signal, stop);
  const show = async (sources: LoadedSources): Promise<LoadedSources> => {
    const checked = await checkOnce(sources);
    output.progress("aml: watching for changes; Ctrl-C ends it");
    return checked.sources;
  };
  try {
    await watchSources(() => loadSources(request), show, controller.signal);
  } finally {
    for (const signal of signals) process.off(signal, stop);
  }
  return exitCode.interrupted;
}

import { availableParallelism, cpus, loadavg, totalmem } from "node:os";

/** What the figures depend on, without anything that tells whose machine it is. */
export function machine() {
  return {
    platform: process.platform,
    architecture: process.arch,
    processor: cpus()[0]?.model.trim() ?? "unknown",
    cores: availableParallelism(),
    memoryGigabytes: Math.round(totalmem() / 2 ** 30),
    node: process.versions.node,
    /** Processes that wanted to run in the last minute: above the cores, the figures are of a busy machine. */
    load: loadavg()[0] ?? 0,
  };
}

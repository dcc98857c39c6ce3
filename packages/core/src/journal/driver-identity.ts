import { randomUUID } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { errorCode } from "../process/error-code.ts";
import { procTable } from "../process/proc-table.ts";

/** A process that drives a run, precise enough to tell whether it is still alive after a reboot or a reused pid. */
export interface Driver {
  readonly id: string;
  readonly host: string;
  readonly pid: number;
  /** Distinguishes processes that had the same pid: boot id and start time where the system has them. */
  readonly birth: string;
}

/** `unknown`: on another machine or in another container, so that only its lease tells. */
export type Liveness = "alive" | "dead" | "unknown";

/** This process as a driver; each call is another driver. */
export function currentDriver(): Driver {
  return { id: randomUUID(), host: hostname(), pid: process.pid, birth: birthOf(process.pid) ?? "" };
}

/** Whether a driver still lives, as far as this process can see (diagram.md 5, crash). */
export function livenessOf(driver: Driver): Liveness {
  if (driver.host !== hostname()) return "unknown";
  const [boot, namespace] = driver.birth.split(" ");
  const here = surroundings();
  if (here === null || driver.birth === "") return exists(driver.pid) === "no" ? "dead" : "unknown";
  if (boot !== here.boot) return "dead";
  // A pid means nothing in another container, even on the same machine.
  if (namespace !== here.namespace) return "unknown";
  const seen = exists(driver.pid);
  if (seen === "no") return "dead";
  const birth = birthOf(driver.pid);
  // No entry for a process that may be signalled is one that has ended; for another user's it may be hidden.
  if (birth === null) return seen === "ours" ? "dead" : "unknown";
  return birth === driver.birth ? "alive" : "dead";
}

/** Whether a driver is known to have ended. */
export function isDead(driver: Driver): boolean {
  return livenessOf(driver) === "dead";
}

/** Null where there is no such process, or no `/proc`. */
function birthOf(pid: number): string | null {
  const here = surroundings();
  const entry = here === null ? null : procTable.entry(pid);
  return here === null || entry === null ? null : `${here.boot} ${here.namespace} ${entry.started}`;
}

/** Null where the system has no `/proc` to tell. */
function surroundings(): { readonly boot: string; readonly namespace: string } | null {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    return { boot, namespace: readlinkSync("/proc/self/ns/pid") };
  } catch (error) {
    if (["ENOENT", "EACCES", "EPERM"].includes(errorCode(error))) return null;
    throw error;
  }
}

function exists(pid: number): "ours" | "another's" | "no" {
  try {
    process.kill(pid, 0);
    return "ours";
  } catch (error) {
    return errorCode(error) === "ESRCH" ? "no" : "another's";
  }
}

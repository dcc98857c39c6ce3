import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { currentDriver, type Driver, isDead, livenessOf } from "./driver-identity.ts";

const hasProc = existsSync("/proc/self/stat");

describe("a driver", () => {
  it("is this process, and another one each time it is asked for", () => {
    const [one, other] = [currentDriver(), currentDriver()];
    expect(one.pid).toBe(process.pid);
    expect(one.id).not.toBe(other.id);
    expect({ ...one, id: "" }).toEqual({ ...other, id: "" });
  });

  it.skipIf(!hasProc)("is alive while its process is", () => {
    expect(livenessOf(currentDriver())).toBe("alive");
    expect(isDead(currentDriver())).toBe(false);
  });

  it("is dead when its process has ended", async () => {
    const { pid } = spawnSync(process.execPath, ["--version"]);
    expect(livenessOf({ ...currentDriver(), pid })).toBe("dead");
    expect(isDead({ ...currentDriver(), pid })).toBe(true);
  });

  it.skipIf(!hasProc)("is dead when its process has ended and nobody has collected it yet", async () => {
    const child = spawn("true", { stdio: "ignore" });
    const driver = { ...currentDriver(), pid: child.pid ?? 0 };
    // Node collects an ended child when it comes round to its event loop: until then there is one that has ended.
    while (stateOf(driver.pid) !== "Z");
    expect(livenessOf(driver)).toBe("dead");
    expect(() => process.kill(driver.pid, 0)).not.toThrow();
    await once(child, "exit");
  });

  const [boot = "", namespace = "", start = ""] = currentDriver().birth.split(" ");
  const others: readonly { what: string; driver: Partial<Driver>; liveness: string }[] = [
    { what: "on another machine", driver: { host: "elsewhere" }, liveness: "unknown" },
    {
      what: "from before the machine was started again",
      driver: { birth: `earlier ${namespace} ${start}` },
      liveness: "dead",
    },
    { what: "in another container", driver: { birth: `${boot} pid:[1] ${start}` }, liveness: "unknown" },
    { what: "whose pid another process has now", driver: { birth: `${boot} ${namespace} 1` }, liveness: "dead" },
    { what: "that could not tell when it started", driver: { birth: "" }, liveness: "unknown" },
  ];
  it.skipIf(!hasProc).each(others)("$what is $liveness", ({ driver, liveness }) => {
    expect(livenessOf({ ...currentDriver(), ...driver })).toBe(liveness);
  });
});

/** The state of a process as `/proc` tells it; its command in between may hold anything. */
function stateOf(pid: number): string | undefined {
  return /\) (\S)/.exec(readFileSync(`/proc/${pid}/stat`, "utf8"))?.[1];
}

import { afterEach, describe, expect, it, vi } from "vitest";
import { crashPoint, crashPoints } from "./crash-point.ts";

describe("a crash point", () => {
  const kill = vi.spyOn(process, "kill").mockReturnValue(true);
  afterEach(() => {
    vi.unstubAllEnvs();
    kill.mockClear();
  });

  it.each([undefined, "", "no-such-point", "no-such-point:2"])("does nothing when AML_CRASH_AT is %j", (wanted) => {
    vi.stubEnv("AML_CRASH_AT", wanted);
    for (const point of crashPoints) crashPoint(point);
    expect(kill).not.toHaveBeenCalled();
  });

  it("kills this process at once, so that nothing more of it runs", () => {
    vi.stubEnv("AML_CRASH_AT", "commit-begun");
    crashPoint("commit-begun");
    expect(kill).toHaveBeenCalledWith(process.pid, "SIGKILL");
  });

  it("counts up to the time it is to happen", () => {
    vi.stubEnv("AML_CRASH_AT", "commit-begun:3");
    crashPoint("commit-begun");
    crashPoint("commit-written");
    crashPoint("commit-begun");
    expect(kill).not.toHaveBeenCalled();
    crashPoint("commit-begun");
    expect(kill).toHaveBeenCalledTimes(1);
  });
});

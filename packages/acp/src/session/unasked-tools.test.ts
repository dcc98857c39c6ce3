import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { unaskedTools } from "./unasked-tools.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

type Step =
  | readonly ["seen", string]
  | readonly ["asked"]
  | readonly ["refused"]
  | readonly ["ms", number]
  | readonly ["over"];

/** Whether the one call is found after these steps. */
function found(...steps: readonly Step[]): boolean {
  const tools = unaskedTools(100, () => {});
  let status: string | undefined;
  for (const step of steps) {
    switch (step[0]) {
      case "seen":
        tools.seen("call", step[1], status);
        status = step[1];
        break;
      case "asked":
        tools.asked("call");
        break;
      case "refused":
        tools.refused("call");
        break;
      case "ms":
        vi.advanceTimersByTime(step[1]);
        break;
      case "over":
        tools.turnOver();
    }
  }
  return tools.take().length > 0;
}

const pending = ["seen", "pending"] as const;
const running = ["seen", "in_progress"] as const;
const completed = ["seen", "completed"] as const;
const failed = ["seen", "failed"] as const;
const asked = ["asked"] as const;
const refused = ["refused"] as const;
const over = ["over"] as const;

describe("a tool ran without permission", () => {
  it.each([
    ["completed, never asked for", [pending, completed]],
    ["completed at once", [completed]],
    ["failed while it was running", [pending, running, failed]],
    ["running for longer than a request may take", [running, ["ms", 100]]],
    ["running when the turn is over", [running, over]],
    ["completed although it was refused", [asked, refused, completed]],
    ["completed although it was announced, asked for and refused", [running, asked, refused, running, completed]],
  ] as const)("%s", (_, steps) => {
    expect(found(...steps)).toBe(true);
  });
});

describe("a tool did not run without permission", () => {
  it.each([
    ["only announced", [pending, over]],
    ["announced and failed, as a tool that is denied natively", [pending, failed]],
    ["asked for, then run", [pending, asked, running, completed]],
    ["called running just before it is asked for, as by Codex", [running, ["ms", 99], asked, ["ms", 1_000], completed]],
    ["called running, refused, and failed", [running, asked, refused, failed]],
    ["asked for without an announcement, as by Gemini", [asked, completed]],
    ["asked for and refused", [asked, refused, over]],
  ] as const)("%s", (_, steps) => {
    expect(found(...steps)).toBe(false);
  });
});

describe("unaskedTools", () => {
  it("gives each call once", () => {
    const tools = unaskedTools(100, () => {});
    tools.seen("a", "completed", undefined);
    tools.seen("a", "completed", "completed");
    tools.seen("b", "in_progress", undefined);
    tools.turnOver();
    tools.seen("b", "completed", "in_progress");
    expect(tools.take()).toEqual(["a", "b"]);
    expect(tools.take()).toEqual([]);
  });

  it("tells when the time for a request is over, and leaves no timer behind", () => {
    let told = 0;
    const tools = unaskedTools(100, () => told++);
    tools.seen("a", "in_progress", undefined);
    tools.seen("b", "in_progress", undefined);
    tools.asked("b");
    vi.advanceTimersByTime(100);
    expect(told).toBe(1);
    expect(vi.getTimerCount()).toBe(0);
  });
});

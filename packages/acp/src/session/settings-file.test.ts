import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { NativeDenials, Profile } from "../profiles/profile.ts";
import { scriptedProfile } from "../profiles/scripted.ts";
import { folder, openRig } from "../testing/scripted-session.ts";

describe("a settings file of a profile", () => {
  /** An agent that writes down what it was started with and ends. */
  function recorder() {
    const cwd = folder();
    const program = join(cwd, "agent.mjs");
    writeFileSync(
      program,
      `import { readFileSync, statSync, writeFileSync } from "node:fs";
const path = process.argv[3] ?? process.env.SETTINGS;
const told = { path, argument: process.argv[2], text: readFileSync(path, "utf8"), mode: statSync(path).mode & 0o777 };
writeFileSync("told.json", JSON.stringify(told));`,
    );
    const start = (file: NativeDenials["file"]) => {
      const profile: Profile = { ...scriptedProfile, nativeDenials: () => ({ denied: [], ...(file && { file }) }) };
      return openRig({ command: [process.execPath, program], profile }, cwd, {});
    };
    return { start, told: () => JSON.parse(readFileSync(join(cwd, "told.json"), "utf8")) };
  }

  it("is there for the process, told by an argument, for this user alone, and gone afterwards", async () => {
    const agent = recorder();
    const file = { name: "policy.toml", text: "x = 1", told: { argument: "--policy" } };
    await expect(agent.start(file)).rejects.toMatchObject({ code: "exited" });
    expect(agent.told()).toMatchObject({ argument: "--policy", text: "x = 1", mode: 0o600 });
    expect(agent.told().path).toMatch(/policy\.toml$/);
    expect(existsSync(agent.told().path)).toBe(false);
  });

  it("that cannot be written keeps the agent from being started, and leaves no folder", async () => {
    const [agent, temporary] = [recorder(), folder()];
    vi.stubEnv("TMPDIR", temporary);
    onTestFinished(() => void vi.unstubAllEnvs());
    const started = agent.start({ name: "gone/policy.toml", text: "", told: { argument: "--policy" } });
    await expect(started).rejects.toMatchObject({
      name: "AgentError",
      code: "not_started",
      message: expect.stringContaining("the agent's settings cannot be written: ENOENT"),
    });
    expect(readdirSync(temporary)).toEqual([]);
    expect(agent.told).toThrow("ENOENT");
  });

  it("is told by a variable where the profile says so", async () => {
    const agent = recorder();
    const file = { name: "settings.json", text: "{}", told: { variable: "SETTINGS" } };
    await expect(agent.start(file)).rejects.toMatchObject({ code: "exited" });
    expect(agent.told().text).toBe("{}");
    expect(existsSync(agent.told().path)).toBe(false);
  });
});

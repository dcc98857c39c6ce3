import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { processesWithMarker } from "@agent-markup/core";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { AgentConfiguration } from "../configuration.ts";
import type { Profile } from "../profiles/profile.ts";
import { scriptedProfile } from "../profiles/scripted.ts";
import { scriptedAgentEntry } from "../scripted-agent-entry.ts";
import { folder } from "../testing/scripted-session.ts";
import { offeredChoices } from "./offered-choices.ts";
import { type Probe, probeAgent } from "./probe-agent.ts";

/** Probes an agent that plays a script, and finds nothing of it left. */
async function probed(agent: object, settings: Partial<AgentConfiguration> = {}): Promise<Probe> {
  const script = join(folder(), "script.json");
  writeFileSync(script, JSON.stringify({ agent, turns: [] }));
  const command = [process.execPath, scriptedAgentEntry(), "--script", script];
  return ofConfiguration({ command, profile: "scripted", limits: { setupMs: 2_000, closeMs: 100 }, ...settings });
}

async function ofConfiguration(agent: AgentConfiguration): Promise<Probe> {
  const marker = `probe-test-${folder()}`;
  const probe = await probeAgent({ name: "it", agent, project: null, marker });
  expect(processesWithMarker(marker)).toEqual([]);
  return probe;
}

const signIn = [{ name: "API key", description: "set SOME_KEY" }];
const session = (answer: object) => ({ answers: { "session/new": answer }, signIn });

describe("a probe", () => {
  test("tells the version, modes and models of an agent, and how long its answers took", async () => {
    const modes = { current: "ask", available: ["ask", "auto"] };
    const models = { current: "small", available: ["small", "large"] };
    expect(await probed({ modes, models })).toEqual({
      state: "ready",
      problem: null,
      version: "1",
      modes,
      models,
      initializeMs: expect.any(Number),
      sessionMs: expect.any(Number),
      survivors: [],
    });
  });

  test("opens its session in an empty folder, whatever folder the agent is configured with, and removes it", async () => {
    const temporary = folder();
    vi.stubEnv("TMPDIR", temporary);
    onTestFinished(() => void vi.unstubAllEnvs());
    const steps = [{ write_file: { path: "made", text: "" } }];
    const usual = folder();
    const probe = await probed(session({ steps }), { cwd: usual });
    expect(probe).toMatchObject({ state: "ready", modes: null, models: null });
    expect(readdirSync(usual)).toEqual([]);
    expect(readdirSync(temporary).filter((name) => name.startsWith("aml-probe-"))).toEqual([]);
  });

  test("tells an agent that wants a log-in, with its own hint, from one that fails", async () => {
    const error = { code: -32000, message: "Authentication required" };
    expect(await probed(session({ error }))).toMatchObject({
      state: "needs_login",
      problem: "the agent wants you to log in: Authentication required (API key: set SOME_KEY)",
      version: "1",
      sessionMs: null,
    });
  });

  test.each<[string, object, RegExp]>([
    [
      "refuses a session",
      session({ error: { code: -32603, message: "disk full" } }),
      /refused session\/new: disk full/,
    ],
    ["speaks another protocol", { protocolVersion: 2 }, /version 2 of the protocol/],
    ["asks for things before it answers", session({ steps: [{ crash: { code: 4 } }] }), /exited with status 4/],
  ])("tells what is wrong with one that %s", async (_, agent, problem) => {
    expect(await probed(agent)).toMatchObject({ state: "failed", problem: expect.stringMatching(problem) });
  });

  test("gives up on one that hangs, and ends it though it ignores signals", async () => {
    const steps = [{ ignore: ["signals", "end_of_input"] }];
    const limits = { setupMs: 500, closeMs: 50, terminateMs: 50 };
    expect(await probed(session({ steps, hang: true }), { limits })).toMatchObject({
      state: "failed",
      problem: "the agent did not answer session/new within 500 ms",
      survivors: [],
    });
  });

  test.each([
    ["while the agent hangs", 1],
    ["before it is started", 0],
  ])("that is cancelled %s ends the agent in order and leaves nothing", async (_, starts) => {
    const [temporary, place] = [folder(), folder()];
    vi.stubEnv("TMPDIR", temporary);
    onTestFinished(() => void vi.unstubAllEnvs());
    const [script, asked] = [join(place, "script.json"), join(place, "asked")];
    const steps = [{ ignore: ["end_of_input"] }, { write_file: { path: asked, text: "" } }];
    writeFileSync(script, JSON.stringify({ agent: session({ steps, hang: true }), turns: [] }));
    const command = [process.execPath, scriptedAgentEntry(), "--script", script];
    const file = { name: "policy.toml", text: "", told: { variable: "SETTINGS" } };
    const profile: Profile = { ...scriptedProfile, nativeDenials: () => ({ denied: [], file }) };
    const agent = { command, profile, limits: { closeMs: 50, terminateMs: 1_000 } };
    const controller = new AbortController();
    if (starts === 0) controller.abort();
    const marker = `probe-test-${asked}`;
    const probing = probeAgent({ name: "it", agent, project: null, marker, signal: controller.signal });
    if (starts === 1) await vi.waitFor(() => expect(existsSync(asked)).toBe(true), { timeout: 20_000 });
    controller.abort();
    expect(await probing).toMatchObject({ state: "failed", problem: "the probe was cancelled", survivors: [] });
    expect(processesWithMarker(marker)).toEqual([]);
    expect(readdirSync(temporary)).toEqual([]);
    expect(existsSync(asked)).toBe(starts === 1);
  });

  test("starts the agent in the project that its command is meant for", async () => {
    const project = folder();
    writeFileSync(join(project, "here.json"), JSON.stringify({ turns: [] }));
    const command = [process.execPath, scriptedAgentEntry(), "--script", "here.json"];
    const probe = { name: "it", agent: { command, profile: "scripted" }, marker: `probe-test-${project}` };
    expect(await probeAgent({ ...probe, project })).toMatchObject({ state: "ready" });
    expect(await probeAgent({ ...probe, project: null })).toMatchObject({ state: "failed" });
  });

  test("fails where no file can be written for the agent, and leaves nothing", async () => {
    const [temporary, place] = [folder(), folder()];
    vi.stubEnv("TMPDIR", temporary);
    onTestFinished(() => void vi.unstubAllEnvs());
    const file = { name: "gone/policy.toml", text: "", told: { argument: "--policy" } };
    const profile: Profile = { ...scriptedProfile, nativeDenials: () => ({ denied: [], file }) };
    const request = {
      name: "it",
      agent: { command: ["never"], profile },
      project: null,
      marker: `probe-test-${place}`,
    };
    expect(await probeAgent(request)).toMatchObject({
      state: "failed",
      problem: expect.stringContaining("the agent's settings cannot be written: ENOENT"),
    });
    expect(readdirSync(temporary)).toEqual([]);
    vi.stubEnv("TMPDIR", join(place, "gone"));
    expect(await probeAgent(request)).toMatchObject({
      state: "failed",
      problem: expect.stringContaining("no temporary folder can be made for the agent: ENOENT"),
      version: null,
    });
  });

  test("of an agent that is not there says so", async () => {
    expect(await ofConfiguration({ command: ["/nowhere/agent"] })).toMatchObject({
      state: "failed",
      problem: expect.stringContaining("/nowhere/agent was not found"),
      initializeMs: null,
    });
  });
});

describe("modes and models are read in either of the forms that agents give them", () => {
  test.each<[string, Record<string, unknown>, ReturnType<typeof offeredChoices>]>([
    ["none", {}, { modes: null, models: null }],
    [
      "members of their own",
      {
        modes: { currentModeId: "a", availableModes: [{ id: "a" }, { id: "b" }, 3] },
        models: { currentModelId: "m", availableModels: [{ modelId: "m" }, {}] },
      },
      { modes: { current: "a", available: ["a", "b"] }, models: { current: "m", available: ["m"] } },
    ],
    [
      "configuration options",
      {
        configOptions: [
          { id: "x", category: "mode", currentValue: "a", options: [{ value: "a" }] },
          { id: "y", category: "model", currentValue: "m", options: [{ options: [{ value: "m" }] }] },
        ],
      },
      { modes: { current: "a", available: ["a"] }, models: { current: "m", available: ["m"] } },
    ],
    ["nonsense", { modes: 1, models: [], configOptions: {} }, { modes: null, models: null }],
  ])("%s", (_, result, choices) => {
    expect(offeredChoices(result)).toEqual(choices);
  });
});

import { chmodSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { processesWithMarker } from "@agent-markup/core";
import { expect, test, vi } from "vitest";
import { scriptedProfile } from "../profiles/scripted.ts";
import { scriptedAgentEntry } from "../scripted-agent-entry.ts";
import { folder, openRig } from "../testing/scripted-session.ts";

/** Starts what it is told to, as npx does, and is killed by a signal without passing it on. */
const npx = `#!${process.execPath}
const { spawn } = require("node:child_process");
const args = process.argv.slice(process.argv.indexOf("--") + 2);
spawn(process.execPath, args, { stdio: "inherit" }).once("exit", (code) => process.exit(code ?? 1));
`;

test("an agent that npx started is ended with it, though it ignores the end of its input and its signals", async () => {
  const bin = folder();
  writeFileSync(join(bin, "npx"), npx);
  chmodSync(join(bin, "npx"), 0o755);
  vi.stubEnv("PATH", [bin, process.env.PATH].join(delimiter));
  const script = join(bin, "script.json");
  writeFileSync(script, JSON.stringify({ turns: [{ steps: [{ ignore: ["end_of_input", "signals"] }] }] }));
  const launch = { program: "made-up-agent", package: "made-up", args: [scriptedAgentEntry(), "--script", script] };
  const rig = await openRig(
    { profile: { ...scriptedProfile, launch }, npx: true, limits: { closeMs: 50 } },
    folder(),
    {},
  );
  vi.unstubAllEnvs();
  expect(await rig.prompt()).toMatchObject({ result: "completed" });
  expect(processesWithMarker(rig.marker)).toHaveLength(2);
  await rig.session.close();
  expect(processesWithMarker(rig.marker)).toEqual([]);
});

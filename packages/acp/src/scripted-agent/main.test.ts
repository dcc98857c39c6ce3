import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { scriptedAgentEntry } from "../scripted-agent-entry.ts";
import { folder } from "../testing/scripted-session.ts";

/** Runs the agent on a script with nothing to read: it ends with its input, or at once. */
function run(script: string | undefined, ...args: string[]) {
  const file = join(folder(), "script.json");
  if (script !== undefined) writeFileSync(file, script);
  const { status, stderr, stdout } = spawnSync(process.execPath, [scriptedAgentEntry(), ...args, "--script", file], {
    input: "",
    encoding: "utf8",
  });
  return { status, stdout, stderr: stderr.replaceAll(file, "FILE") };
}

describe("the command", () => {
  it("ends with its input", () => {
    expect(run('{ "turns": [] }')).toEqual({ status: 0, stdout: "", stderr: "" });
  });

  it.each([
    ["a script that is no JSON", "{", /^scripted-agent: the script is no JSON: /],
    [
      "a script that is wrong",
      '{ "turns": [{ "steps": [{ "mesage": "hi" }] }] }',
      /^scripted-agent: turns\[0\]\.steps\[0\]: mesage is no kind of step; there are: message, /,
    ],
    ["a script that is not there", undefined, /^scripted-agent: ENOENT: no such file or directory, open 'FILE'/],
  ])("says what is wrong with %s, and ends with 2", (_, script, message) => {
    const { status, stdout, stderr } = run(script);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toMatch(message);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  });

  it("says how it is used when it is used otherwise", () => {
    const { status, stderr } = spawnSync(process.execPath, [scriptedAgentEntry()], { encoding: "utf8" });
    expect({ status, stderr }).toEqual({ status: 2, stderr: "scripted-agent: usage: scripted-agent --script FILE\n" });
    expect(run("{}", "--verbose")).toMatchObject({ status: 2 });
  });
});

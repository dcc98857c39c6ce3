import { chmodSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { expect, test, vi } from "vitest";
import { repository, testProject } from "./support/project.ts";

const scriptedAgent = join(repository, "packages/cli/dist/scripted-agent.js");

test.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
  "%s ends the agent that is being probed and removes its files: exit code 130",
  async (signal) => {
    const elsewhere = testProject();
    const temporary = elsewhere.path("temporary");
    mkdirSync(temporary);
    const steps = [{ ignore: ["end_of_input"] }, { write_file: { path: elsewhere.path("asked"), text: "" } }];
    const script = elsewhere.write(
      "script.json",
      JSON.stringify({ agent: { answers: { "session/new": { steps, hang: true } } }, turns: [] }),
    );
    const gemini = elsewhere.write(
      "bin/gemini",
      `#!/bin/sh\necho $$ > ${elsewhere.path("pid")}\nexec ${process.execPath} ${scriptedAgent} --script ${script}\n`,
    );
    chmodSync(gemini, 0o755);
    const path = [elsewhere.path("bin"), process.env.PATH].join(delimiter);
    const started = testProject().start({ PATH: path, TMPDIR: temporary }, "agents", "--probe", "gemini");
    await vi.waitFor(() => expect(existsSync(elsewhere.path("asked"))).toBe(true), { timeout: 20_000 });
    expect(
      readdirSync(temporary)
        .map((name) => name.replace(/-[^-]*$/, ""))
        .sort(),
    ).toEqual(["aml-agent", "aml-probe"]);
    started.child.kill(signal);
    started.child.kill(signal);
    expect(await started.finished).toEqual({
      status: 130,
      signal: null,
      stdout: "",
      stderr: "probing gemini ...\n",
    });
    expect(() => process.kill(Number(elsewhere.read("pid")), 0)).toThrow("ESRCH");
    expect(readdirSync(temporary)).toEqual([]);
  },
);

import { processesWithMarker } from "@agent-markup/core";
import { describe, expect, test } from "vitest";
import { longDocument } from "./support/long-run.ts";
import { testProject } from "./support/project.ts";
import { runResult } from "./support/run-result.ts";

describe("aml run --budget", () => {
  // The skill is a step too: the first drive affords it with A and B, the second it with C.
  test("in steps: the run fails when they are used up, and a resume has them anew", () => {
    const project = testProject({ "a.md": longDocument, go: "" });
    const spent = project.aml("run", "a.md", "--trust", "trusted", "--budget", "3steps", "--json");
    const result = runResult(spent);
    expect([spent.status, result.status, result.error?.code]).toEqual([1, "failed", "BudgetExceeded"]);
    expect(project.aml("status", result.run ?? "").stdout).toContain("budget of 3 steps");
    expect(runResult(project.aml("resume", result.run ?? "", "--json")).status).toBe("done");
  });

  test("in time: what runs is ended, and nothing of it is left", () => {
    const project = testProject({ "a.md": longDocument });
    const result = runResult(project.aml("run", "a.md", "--trust", "trusted", "--budget", "2s", "--json"));
    expect([result.status, result.error?.code]).toEqual(["failed", "BudgetExceeded"]);
    expect(processesWithMarker(result.run ?? "")).toEqual([]);
  });

  test("both, and enough of them", () => {
    const project = testProject({ "a.md": longDocument, go: "" });
    const result = runResult(project.aml("run", "a.md", "--trust", "trusted", "--budget", "1.5h, 200 steps", "--json"));
    expect(result.status).toBe("done");
    const { options } = JSON.parse(project.aml("export", result.run ?? "").stdout).run;
    expect(options.budget).toEqual({ timeMs: 5_400_000, steps: 200 });
  });

  test.each(["", "10", "0s", "0steps", "-1m", "10 parsecs", "501h", "1m,2m", "1e3s", "10m,", "1steps,2steps"])(
    '"%s" is none: exit code 2',
    (budget) => {
      const project = testProject({ "a.md": longDocument });
      const refused = project.aml("run", "a.md", "--trust", "trusted", `--budget=${budget}`);
      expect(refused).toMatchObject({ status: 2, stdout: "", stderr: expect.stringContaining("--budget") });
    },
  );
});

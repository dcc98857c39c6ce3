import { readdirSync, statSync } from "node:fs";
import { verifyChain } from "@agent-markup/core";
import { describe, expect, test } from "vitest";
import { appears, longDocument, newestRun } from "./support/long-run.ts";
import { testProject } from "./support/project.ts";
import { published } from "./support/published.ts";
import { runResult } from "./support/run-result.ts";

const schema = "run-export.schema.json";

describe("aml export", () => {
  test("holds the whole run: document, journal, plans, result, and the names of transcripts", () => {
    const project = testProject();
    project.copy("examples/review-with-agent");
    project.copy("aml.config.json");
    const file = "examples/review-with-agent/review.md";
    const ran = runResult(project.aml("run", file, "--trust", "trusted", "--permissions", "deny", "--json"));
    const exported = published(schema, project.aml("export", ran.run ?? ""));
    expect(exported.document).toMatchObject({ file, text: project.read(file) });
    expect(verifyChain(exported.events)).toMatchObject({ ok: true, head: ran.audit.head });
    expect(exported.result).toEqual({ ...ran, diagnostics: [] });
    expect(exported.plans).toHaveLength(ran.plans.length);
    expect(exported.plans[0].definition.nodes[0].tools).toHaveProperty("denied");
    expect(exported.transcripts).not.toEqual([]);
    for (const name of exported.transcripts) expect(statSync(project.path(name)).isFile()).toBe(true);
  });

  test("-o writes a file that only its owner reads, whole or not at all, and nothing to stdout", () => {
    const project = testProject({ "a.md": longDocument, go: "", "out/old.json": "old" });
    const run = runResult(project.aml("run", "a.md", "--trust", "trusted", "--json")).run ?? "";
    const written = project.aml("export", run, "-o", "out/old.json");
    expect(written).toMatchObject({ status: 0, stdout: "" });
    expect(statSync(project.path("out/old.json")).mode & 0o777).toBe(0o600);
    expect(readdirSync(project.path("out"))).toEqual(["old.json"]);
    expect(project.read("out/old.json")).toBe(project.aml("export", run).stdout);
  });

  test.each([
    ["a folder that is not there", "none/out.json"],
    ["a folder", "folder"],
  ])("to %s: exit code 2, and nothing is left", (_, target) => {
    const project = testProject({ "a.md": longDocument, go: "", "folder/x": "" });
    const run = runResult(project.aml("run", "a.md", "--trust", "trusted", "--json")).run ?? "";
    const refused = project.aml("export", run, "-o", target);
    expect(refused).toMatchObject({ status: 2, stdout: "", stderr: expect.stringContaining("cannot be written") });
    expect(readdirSync(project.root).filter((name) => name.startsWith("folder."))).toEqual([]);
  });

  test("of a run that is being driven, and of one whose driver was killed, tells how they are now", async () => {
    const project = testProject({ "a.md": longDocument });
    const started = project.start({}, "run", "a.md", "--trust", "trusted");
    await appears(project, "begun");
    const run = newestRun(project);
    const live = published(schema, project.aml("export", run));
    expect([live.run.status, live.result.status]).toEqual(["running", "running"]);
    started.child.kill("SIGKILL");
    await started.finished;
    const dead = published(schema, project.aml("export", run));
    expect([dead.run.status, dead.result.status]).toEqual(["interrupted", "interrupted"]);
    project.aml("cancel", run);
  });
});

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { repository, testProject } from "./support/project.ts";
import { runResult } from "./support/run-result.ts";

const page = join(repository, "docs/plans.md");
const picture = join(repository, "docs/plan.svg");

function fence(language: string): string {
  const [, body = ""] =
    new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\`$`, "m").exec(readFileSync(page, "utf8")) ?? [];
  return body;
}

test("docs/plan.svg is what this diagram of docs/plans.md looks like when it has run (UPDATE=1 draws it anew)", () => {
  const project = testProject({ "release.mmd": fence("mermaid") });
  const run = runResult(project.aml("run", "release.mmd", "--trust", "trusted", "--json")).run ?? "";
  const drawn = project.aml("status", run, "--format", "svg").stdout;
  // What differs from run to run: its id, and how long steps take. No step is as wide as what it took is long.
  const same = drawn.replaceAll(run, "run").replace(/\b[\d.]+ (?:ms|s)\b/g, "90 ms");
  if (process.env.UPDATE === "1") writeFileSync(picture, same);
  expect(same).toBe(readFileSync(picture, "utf8"));
});

test("docs/plans.md shows the tree of that diagram", () => {
  const { stdout } = testProject({ "release.mmd": fence("mermaid") }).aml("plan", "release.mmd");
  expect(stdout).toContain(fence("text"));
});

import { mkdirSync } from "node:fs";
import { expect, test } from "vitest";
import { testProject } from "./support/project.ts";
import { published } from "./support/published.ts";
import { runResult } from "./support/run-result.ts";

const document = '<skill impl="dde-simple">\nflowchart LR\n  A@{ label: "ok?", type: manual }\n</skill>\n';

test("a run started in a folder of the project is found and resumed from anywhere in it", () => {
  const project = testProject({ "docs/a.md": document });
  mkdirSync(project.path("other"));
  const started = runResult(project.amlIn("docs", "run", "a.md", "--trust", "trusted", "--json"));
  expect(started.status).toBe("waiting");
  const listed = published("run-list.schema.json", project.amlIn("other", "status", "--json"));
  expect(listed.runs[0]).toMatchObject({ run: started.run, file: "docs/a.md" });
  const resumed = project.amlIn("other", "approve", started.run ?? "", "A", "--resume", "--json");
  expect(runResult(resumed).status).toBe("done");
});

test("a document that was edited since its run began is not resumed, wherever one stands", () => {
  const project = testProject({ "docs/a.md": document });
  const started = runResult(project.amlIn("docs", "run", "a.md", "--trust", "trusted", "--json"));
  project.write("docs/a.md", `${document}\nmore`);
  const refused = project.aml("resume", started.run ?? "");
  expect(refused.status).toBe(2);
  expect(refused.stderr).toContain("docs/a.md was changed");
});

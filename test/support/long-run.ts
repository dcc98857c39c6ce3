import { existsSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import type { TestProject } from "./project.ts";

/** A run of three steps, of which the second goes on until the project has a file `go`. */
export const longDocument = `<skill impl="dde-simple">
flowchart LR
  A[First] --> B[Long] --> C[Last]
  <step node="A" type="tool" run="echo first"/>
  <step node="B" type="tool">
  \`\`\`bash
  touch begun
  until [ -e go ]; do sleep 0.05; done
  echo second
  \`\`\`
  </step>
  <step node="C" type="tool" run="echo last"/>
</skill>
`;

/** The ids of a project's runs, newest first. */
export function runsOf(project: TestProject): readonly { readonly run: string; readonly status: string }[] {
  const { runs }: { runs: { run: string; status: string }[] } = JSON.parse(project.aml("status", "--json").stdout);
  return runs;
}

/** The id of the newest run of a project. */
export function newestRun(project: TestProject): string {
  return runsOf(project)[0]?.run ?? "";
}

/** Resolves when a file of the project is there: a step of a run has come so far. */
export async function appears(project: TestProject, name: string): Promise<void> {
  while (!existsSync(project.path(name))) await wait(20);
}

/** Resolves when a run has this status: a process of its own brings it there. */
export async function comesTo(project: TestProject, run: string, status: string): Promise<void> {
  while (runsOf(project).find((one) => one.run === run)?.status !== status) await wait(50);
}

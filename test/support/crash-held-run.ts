import { expect } from "vitest";
import { type Finished, type TestProject, testProject } from "./project.ts";

/** Three steps, each writing down that it ran; the second goes on only when there is a file `go`. */
const document = `<skill impl="dde-simple">
flowchart LR
  A[First] --> B[Held] --> C[Last]
  <step node="A" type="tool" run='echo "$AML_STEP $AML_ATTEMPT" >> ran.txt'/>
  <step node="B" type="tool">
  \`\`\`bash
  echo "$AML_STEP $AML_ATTEMPT" >> ran.txt
  until test -e go; do sleep 0.02; done
  \`\`\`
  </step>
  <step node="C" type="tool" run='echo "$AML_STEP $AML_ATTEMPT" >> ran.txt'/>
</skill>
`;

export const runHeld = ["run", "held.md", "--trust", "trusted"] as const;

export function heldProject(): TestProject {
  return testProject({ "held.md": document });
}

/** A run that is driven, and in the middle of its second step. */
export interface HeldRun {
  readonly project: TestProject;
  readonly id: string;
  /** Lets the step go on, and gives what became of the process. */
  release(): Promise<Finished>;
}

/** In a project, or one of its own. */
export async function heldRun(project = heldProject()): Promise<HeldRun> {
  const started = project.start({}, ...runHeld);
  await started.shows("B Held: started");
  const {
    runs: [newest],
  }: { runs: { run: string }[] } = JSON.parse(project.aml("status", "--json").stdout);
  return {
    project,
    id: newest?.run ?? "",
    release() {
      project.write("go", "");
      return started.finished;
    },
  };
}

/** What ran, an attempt at a step a line. */
export function ranIn(project: TestProject): readonly string[] {
  return project.read("ran.txt").trimEnd().split("\n");
}

/** It said what is wrong, as a usage or internal error does, and showed nobody a stack trace. */
export function expectToldInOrder({ status, stderr }: Finished, message: string | RegExp): void {
  expect(stderr).toMatch(message);
  expect(stderr).not.toMatch(/\n\s+at |internal error/);
  expect(status).toBe(2);
}

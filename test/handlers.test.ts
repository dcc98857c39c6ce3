import { existsSync, symlinkSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { testProject } from "./support/project.ts";
import { runResult } from "./support/run-result.ts";

const document = `<skill define="interface" name="shout">Shouts.</skill>
<skill define="implementation" name="shout-loud" implements="shout">Never sent.</skill>
<skill interface="shout">hello</skill>
`;
const module = `import { writeFileSync } from "node:fs";
writeFileSync("loaded", "");
export function loud({ scope }) { return scope.toUpperCase(); }
export const number = 7;
`;

function project(handler: string, files: Record<string, string> = {}) {
  const handlers = { "shout-loud": handler };
  return testProject({
    "a.md": document,
    "h/shout.mjs": module,
    "aml.config.json": JSON.stringify({ handlers }),
    ...files,
  });
}
const run = (on: ReturnType<typeof project>, trust = "trusted") => on.aml("run", "a.md", "--trust", trust, "--json");

describe("a handler of aml.config.json", () => {
  test("runs its implementation, and is loaded when it is called", () => {
    const on = project("./h/shout.mjs#loud");
    expect(on.aml("check", "a.md").status).toBe(0);
    expect(JSON.parse(on.aml("plan", "a.md", "--format", "json").stdout).tree[0]).toMatchObject({
      mechanism: "handler",
    });
    expect(existsSync(on.path("loaded"))).toBe(false);
    expect(runResult(run(on))).toMatchObject({ status: "done", output: { text: expect.stringContaining("HELLO") } });
    expect(existsSync(on.path("loaded"))).toBe(true);
  });

  test("is not loaded in a run that is not trusted, and nothing else takes its place", () => {
    const on = project("./h/shout.mjs#loud");
    const result = runResult(run(on, "semi-trusted"));
    expect(result).toMatchObject({
      status: "failed",
      error: { message: expect.stringMatching(/trusted run.*aml trust/) },
    });
    expect(existsSync(on.path("loaded"))).toBe(false);
  });

  test("of a trusted project goes on being used when the run is resumed", () => {
    const manual = '<skill impl="dde-simple">\nflowchart LR\n  A@{ label: "Look", type: manual }\n</skill>\n';
    const on = project("./h/shout.mjs#loud", { "a.md": `${document}${manual}` });
    on.aml("trust");
    const id = runResult(on.aml("run", "a.md", "--json")).run ?? "";
    const resumed = runResult(on.aml("approve", id, "A", "--resume", "--json"));
    expect(resumed).toMatchObject({ status: "done", output: { text: expect.stringContaining("HELLO") } });
  });

  test.each([
    ["that is not there", "./h/none.mjs#loud", /there is no \.\/h\/none\.mjs/],
    ["that exports no such function", "./h/shout.mjs#quiet", /exports no function "quiet"; it exports loud/],
    ["whose export is no function", "./h/shout.mjs#number", /exports no function "number"/],
    ["that cannot be loaded", "./h/broken.mjs#loud", /cannot be loaded/],
    ["that throws", "./h/throws.mjs#loud", /no voice/],
    ["that returns no text", "./h/mute.mjs#loud", /returned no text/],
    ["outside the project", "./../../etc/handler.mjs#loud", /outside/],
    ["that a link leads out of the project to", "./h/link.mjs#loud", /outside/],
  ])("%s fails the skill and says why", (_, handler, message) => {
    const on = project(handler, {
      "h/broken.mjs": "export function loud( {",
      "h/throws.mjs": 'export function loud() { throw new Error("no voice"); }',
      "h/mute.mjs": "export function loud() {}",
    });
    symlinkSync("/etc/hostname", on.path("h/link.mjs"));
    const result = runResult(run(on));
    expect(result).toMatchObject({ status: "failed", error: { message: expect.stringMatching(message) } });
  });

  test.each([
    "./h/shout.mjs",
    "#loud",
    "h/shout.mjs#loud",
    "/etc/shout.mjs#loud",
    "./h/shout.ts#loud",
    "./h/shout.mjs#",
  ])("written as %s is a fault of the configuration: exit code 2", (handler) => {
    const refused = run(project(handler));
    expect(refused).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/handlers\.shout-loud[\s\S]*\.\/file\.mjs#export/),
    });
  });
});

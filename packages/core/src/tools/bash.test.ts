import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { processesWithMarker } from "../process/marker.ts";
import { toolWorkspace } from "../testing/tool-workspace.ts";
import { bash } from "./bash.ts";
import type { ToolCall, ToolContext } from "./tool.ts";

const { folder, file, context, remove } = toolWorkspace();
afterAll(remove);

const run = (block: string, more: Partial<ToolContext> = {}, call: ToolCall = {}) =>
  bash.run({ block, ...call }, { ...context, ...more });

afterEach(() => {
  vi.unstubAllEnvs();
  expect(processesWithMarker(context.marker)).toEqual([]);
  expect(readdirSync(context.temporaryFolder)).toEqual([]);
});
beforeAll(() => mkdirSync(context.temporaryFolder, { recursive: true }));

describe("a script that does not run", () => {
  test.each<[string, ToolCall, Partial<ToolContext>, string, string]>([
    ["no block", {}, {}, "refused", "bash runs one ```bash block"],
    ["a script among arguments, which may hold values", { arguments: { command: "id" } }, {}, "refused", "as written"],
    ["a NUL in the script", { block: "true\necho a\0b" }, {}, "refused", "the script holds a NUL character in line 2"],
    [
      "two params that come to one variable",
      { block: "true" },
      { params: { "a-b": "1", "a.b": "2" } },
      "refused",
      'the params "a-b" and "a.b" both come to AML_PARAM_A_B: rename one',
    ],
    [
      "a NUL in a param",
      { block: "true" },
      { params: { p: "a\0b" } },
      "refused",
      'the param "p" holds a NUL character',
    ],
    [
      "a param longer than a variable",
      { block: "true" },
      { params: { p: "x".repeat(1 << 20) } },
      "refused",
      "too long",
    ],
    [
      "a folder that is gone",
      { block: "true" },
      { workspace: join(folder, "gone") },
      "not-started",
      "there is no such folder",
    ],
    [
      "a run that was stopped before",
      { block: "true" },
      { signal: AbortSignal.abort() },
      "aborted",
      "before the step began",
    ],
  ])("%s", async (_, call, more, code, message) => {
    const result = await bash.run(call, { ...context, ...more });
    expect(result.failure).toEqual({ code, message: expect.stringContaining(message) });
    expect(result.exitCode).toBeNull();
  });

  test("the system is Windows, where nothing that it started could be ended", async () => {
    const platform = vi.spyOn(process, "platform", "get").mockReturnValue("win32");
    const { failure } = await run("true");
    platform.mockRestore();
    expect(failure).toEqual({
      code: "not-started",
      message: "bash cannot be run on Windows: use WSL (check, plan and fmt work everywhere)",
    });
  });

  test("the temporary folder cannot be made", async () => {
    file("in-the-way");
    expect((await run("true", { temporaryFolder: join(folder, "in-the-way/temporary") })).failure).toEqual({
      code: "failed",
      message: expect.stringContaining("cannot be written: a folder on the way to it is a file"),
    });
  });

  test("bash is not on the PATH", async () => {
    vi.stubEnv("PATH", folder);
    expect((await run("true")).failure).toEqual({
      code: "not-started",
      message: "bash was not found: is it installed, and on the PATH?",
    });
  });
});

describe("a script that fails", () => {
  test("by its exit status, told with the last line of its error output", async () => {
    expect(await run("echo out; echo why >&2; exit 3")).toMatchObject({
      output: { text: "out\n" },
      stderr: "why\n",
      exitCode: 3,
      signal: null,
      failure: { code: "failed", message: "exit status 3: why" },
    });
  });

  test("by a signal", async () => {
    expect(await run("kill -SEGV $$")).toMatchObject({
      exitCode: null,
      signal: "SIGSEGV",
      failure: { code: "failed", message: "ended by SIGSEGV" },
    });
  });

  test("in the middle goes on, unless it says otherwise: it is run as written", async () => {
    expect(await run("false; echo on")).toMatchObject({ output: { text: "on\n" }, exitCode: 0 });
    expect(await run("set -e; false; echo on")).toMatchObject({ output: { text: "" }, exitCode: 1 });
  });
});

describe("nothing outlives a script", () => {
  // Each ignores SIGTERM, so that only SIGKILL ends it, and says when it is ready to be ended.
  const stubborn = `bash -c 'trap "" TERM; echo x >> ready; exec sleep 1000'`;
  const patient = "bash -c 'echo x >> ready; exec sleep 1000'";
  const ready = (count: number) => `while [ "$(cat ready 2>/dev/null | wc -l)" -lt ${count} ]; do sleep 0.01; done`;
  afterEach(() => rmSync(join(folder, "ready"), { force: true }));

  test("when its time limit passes", async () => {
    const result = await run(`echo begun; ${stubborn} & (setsid ${stubborn} &) ; ${ready(2)}; wait`, {
      timeoutMs: 1_000,
    });
    expect(result).toMatchObject({
      output: { text: "begun\n" },
      timedOut: true,
      failure: { code: "timeout", message: "the time limit of 1000 ms passed" },
    });
  });

  test("when the run is stopped", async () => {
    const stop = new AbortController();
    const running = run(`${stubborn} & (setsid ${stubborn} &) ; ${ready(2)}; touch begun; wait`, {
      signal: stop.signal,
    });
    await vi.waitFor(() => readFileSync(join(folder, "begun")), { timeout: 20_000, interval: 10 });
    stop.abort();
    expect(await running).toMatchObject({
      timedOut: false,
      failure: { code: "aborted", message: "the run was stopped" },
    });
  });

  test.each([
    ["holds its output open", `${patient} & ${ready(1)}; echo done`],
    ["has let go of its output", `${patient} >/dev/null 2>&1 & ${ready(1)}; echo done`],
    ["is in a session of its own", `(setsid ${stubborn} &) ; ${ready(1)}; echo done`],
  ])("when it has ended and a child %s", async (_, script) => {
    expect(await run(script)).toMatchObject({
      output: { text: "done\n" },
      exitCode: 0,
      warnings: ["a process that it left running: ended"],
    });
  });

  test("but what needs a moment to finish gets it", async () => {
    const result = await run("exec > >(sleep 0.1; cat); echo through the pipe");
    expect(result).toMatchObject({ output: { text: "through the pipe\n" }, warnings: [] });
  });
});

describe("output", () => {
  test("of 50 MB is bounded, with its beginning, its end, and the count of what is missing", async () => {
    const result = await run("echo first; head -c 50000000 /dev/zero | tr '\\0' x; echo; echo last", {
      outputLimit: 1000,
    });
    expect(result.output.text).toMatch(/^first\nx+\n\[\.\.\. 49999012 bytes cut \.\.\.\]\nx+\nlast\n$/);
    expect(result.output.truncated).toBe(49_999_012);
    expect(result.failure).toBeUndefined();
  });

  test("on the error side is bounded too", async () => {
    expect((await run("head -c 5000000 /dev/zero | tr '\\0' x >&2", { outputLimit: 100 })).stderr.length).toBeLessThan(
      200,
    );
  });

  test("that is no text is told so", async () => {
    const result = await run("printf 'a\\xff\\x00b'");
    expect(result.output.text).toBe("a\ufffd\0b");
    expect(result.warnings).toEqual(["the output is not all UTF-8 text: the bytes that are not were replaced"]);
  });
});

describe("a script is run as it is written", () => {
  test("with quotes, substitutions and separators in params inert", async () => {
    const evil = `'; touch pwned; "$(touch pwned)" \`touch pwned\` \n touch pwned #{name}`;
    const result = await run('printf %s "$AML_PARAM_NAME"; eval : ; printf "%s" "{name} {steps.A.output}"', {
      params: { name: evil },
      outputs: { A: { text: evil } },
    });
    expect(result.output.text).toBe(`${evil}{name} {steps.A.output}`);
    expect(readdirSync(folder)).not.toContain("pwned");
  });

  test.each([
    ["of 1 MB", 1 << 20],
    ["of just what an argument takes", 100 * 1024],
    ["of one byte more", 100 * 1024 + 1],
  ])("%s", async (_, length) => {
    const end = "\necho $counted";
    const script = `counted=1 #${"x".repeat(length - 11 - end.length)}${end}`;
    expect(Buffer.byteLength(script)).toBe(length);
    expect((await run(script)).output.text).toBe("1\n");
  });

  test("though it begins like an option", async () => {
    expect((await run("-x; echo on")).output.text).toBe("on\n");
  });

  test("without any start-up file of the user", async () => {
    file("home/.bashrc", "echo from .bashrc");
    file("home/.bash_profile", "echo from .bash_profile");
    vi.stubEnv("HOME", join(folder, "home"));
    vi.stubEnv("BASH_ENV", join(folder, "home/.bashrc"));
    // bash takes a socket for a remote login, and a scope comes through one.
    expect((await run("echo only this", {}, { stdin: "scope" })).output.text).toBe("only this\n");
  });
});

describe("a script is told", () => {
  test("where and what it is", async () => {
    const script = 'echo "$PWD $AML_RUN $AML_STEP $AML_ATTEMPT $(printenv AML_ITER AML_MAX_ITER || echo no loop)"';
    expect((await run(script)).output.text).toBe(`${folder} run-1 A 1 no loop\n`);
    expect((await run(script, { iter: 2, maxIter: 5, attempt: 3 })).output.text).toBe(`${folder} run-1 A 3 2\n5\n`);
  });

  test("params, by upper-case names", async () => {
    const params = { name: "a", "my-name.x": "b", grün: "c", empty: "" };
    const result = await run('echo "$AML_PARAM_NAME $AML_PARAM_MY_NAME_X $AML_PARAM_GR_N [$AML_PARAM_EMPTY]"', {
      params,
    });
    expect(result.output.text).toBe("a b c []\n");
  });

  test("outputs, in a file of JSON that only it may read", async () => {
    const outputs = { A: { text: "[1]", json: [1] }, S: { text: "", skipped: true } };
    const result = await run('cat "$AML_OUTPUTS"; stat -c " %a" "$AML_OUTPUTS"', { outputs });
    expect(result.output.text).toBe(`${JSON.stringify(outputs)} 600\n`);
  });

  test("the scope on standard input, of any length, and nothing when there is none", async () => {
    const scope = "scope ü\n".repeat(200_000);
    expect((await run("wc -c", {}, { stdin: scope })).output.text.trim()).toBe(String(Buffer.byteLength(scope)));
    expect((await run("cat; test -p /dev/stdin -o -S /dev/stdin || echo no pipe")).output.text).toBe("no pipe\n");
    expect((await run("echo unread", {}, { stdin: scope })).output.text).toBe("unread\n");
  });

  test("nothing else of the runtime's environment, but for what the configuration names", async () => {
    vi.stubEnv("SECRET_TOKEN", "secret");
    const script = "printenv SECRET_TOKEN || echo hidden";
    expect((await run(script)).output.text).toBe("hidden\n");
    expect((await run(script, { environment: ["SECRET_TOKEN"] })).output.text).toBe("secret\n");
  });
});

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { environmentOf } from "./environment.ts";
import { type Command, type RunningProcess, spawnCommand } from "./spawn.ts";

const folder = mkdtempSync(join(tmpdir(), "aml-spawn-"));
afterAll(() => rmSync(folder, { recursive: true }));

const command = (file: string, args: readonly string[] = [], more: Partial<Command> = {}): Command => ({
  file,
  args,
  cwd: folder,
  environment: environmentOf({ inherited: process.env }),
  marker: "spawn-test",
  ...more,
});

async function started(request: Command): Promise<RunningProcess> {
  const result = await spawnCommand(request);
  if (!result.ok) throw new Error(result.error.message);
  return result.process;
}

describe("a command that cannot be started is told of in a value", () => {
  const plainFile = join(folder, "plain-file");
  writeFileSync(plainFile, "text", { mode: 0o644 });

  test.each([
    ["a program that does not exist", command("no-such-program"), "not-found", "no-such-program was not found"],
    [
      "a program that is not on the given PATH",
      command("ls", [], { environment: { PATH: folder } }),
      "not-found",
      "ls",
    ],
    ["a file that is no program", command(plainFile), "not-executable", "permission denied"],
    [
      "a folder that does not exist",
      command("ls", [], { cwd: join(folder, "gone") }),
      "no-folder",
      "there is no such folder",
    ],
    ["a folder that is a file", command("ls", [], { cwd: plainFile }), "no-folder", "it is not a folder"],
    ["an argument longer than the system takes", command("ls", ["x".repeat(1 << 20)]), "too-long", "too long"],
    ["an argument with a NUL", command("ls", ["a\0b"]), "failed", "null bytes"],
  ])("%s", async (_, request, code, message) => {
    const result = await spawnCommand(request);
    expect(result).toMatchObject({ ok: false, error: { code, message: expect.stringContaining(message) } });
  });

  describe("Windows", () => {
    afterEach(() => vi.restoreAllMocks());

    test("is refused before anything runs", async () => {
      vi.spyOn(process, "platform", "get").mockReturnValue("win32");
      expect(await spawnCommand(command("ls"))).toMatchObject({ ok: false, error: { code: "unsupported" } });
    });
  });
});

describe("a started command", () => {
  test("gets its arguments as they are, since no shell reads them", async () => {
    const running = await started(command("printf", ["%s|", "$(id)", "a b", "*", "'"]));
    expect(await text(running.stdout)).toBe("$(id)|a b|*|'|");
  });

  test("has the given environment, the run's marker, and one of its own", async () => {
    const running = await started(command("/usr/bin/env", [], { environment: { ONLY: "this" } }));
    const lines = (await text(running.stdout)).trim().split("\n");
    expect(lines.sort()).toEqual([
      `AML_COMMAND_MARKER=${running.commandMarker}`,
      "AML_RUN_MARKER=spawn-test",
      "ONLY=this",
    ]);
  });

  test("cannot be given another run's marker", async () => {
    const running = await started(command("/usr/bin/env", [], { environment: { AML_RUN_MARKER: "forged" } }));
    expect(await text(running.stdout)).toContain("AML_RUN_MARKER=spawn-test\n");
  });

  test("leads a group and a session of its own", async () => {
    const running = await started(command("bash", ["-c", 'ps -o pgid=,sid= -p "$$"']));
    expect((await text(running.stdout)).trim().split(/\s+/)).toEqual([String(running.pid), String(running.pid)]);
  });

  test("reports the status it ended with", async () => {
    const running = await started(command("bash", ["-c", "exit 7"]));
    expect(await running.exited).toEqual({ exitCode: 7, signal: null });
    expect(running.hasExited()).toBe(true);
  });

  test("reports the signal it died of", async () => {
    const running = await started(command("bash", ["-c", "kill -SEGV $$"]));
    expect(await running.exited).toEqual({ exitCode: null, signal: "SIGSEGV" });
  });

  test("has nothing to read when its input is empty, which is no pipe", async () => {
    const running = await started(
      command("bash", ["-c", "test -c /dev/stdin && cat && echo nothing"], { input: "empty" }),
    );
    running.stdin.end("goes nowhere");
    expect(await text(running.stdout)).toBe("nothing\n");
  });

  test("may end without reading its input", async () => {
    const running = await started(command("true"));
    running.stdin.end("x".repeat(10 << 20));
    expect(await running.exited).toEqual({ exitCode: 0, signal: null });
  });
});

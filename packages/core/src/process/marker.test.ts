import { text } from "node:stream/consumers";
import { expect, test, vi } from "vitest";
import { builtFile } from "./built-file.ts";
import { environmentOf } from "./environment.ts";
import { markersOf, runsWithProcesses } from "./marker.ts";
import { spawnCommand } from "./spawn.ts";

const show = `import(${JSON.stringify(builtFile(import.meta.url, "./marker.js"))}).then(({ enclosingRun }) => console.log(enclosingRun()))`;

async function enclosingRunSeenBy(file: string, args: readonly string[]): Promise<string> {
  const environment = environmentOf({ inherited: process.env });
  const result = await spawnCommand({ file, args, cwd: ".", environment, marker: "outer-run" });
  if (!result.ok) throw new Error(result.error.message);
  return text(result.process.stdout);
}

test("a process knows the run that started it", async () => {
  expect(await enclosingRunSeenBy(process.execPath, ["-e", show])).toBe("outer-run\n");
});

test("a process knows the run above it though its own environment was cleared", async () => {
  // The command after it keeps bash from becoming `env` itself.
  const script = `env -i '${process.execPath}' -e "$1"; true`;
  expect(await enclosingRunSeenBy("bash", ["-c", script, "bash", show])).toBe("outer-run\n");
});

test("a command inside a command bears the markers of both", () => {
  const outer = markersOf("run", {});
  const inner = markersOf("run", outer.variables);
  expect(inner.variables).toEqual({
    AML_RUN_MARKER: "run",
    AML_COMMAND_MARKER: `${outer.command}/${inner.command}`,
  });
});

test("every run with a living process is listed, and one without is not", async () => {
  const environment = environmentOf({ inherited: process.env });
  const result = await spawnCommand({ file: "cat", args: [], cwd: ".", environment, marker: "listed-run" });
  if (!result.ok) throw new Error(result.error.message);
  expect(runsWithProcesses().has("listed-run")).toBe(true);
  result.process.stdin.end();
  await result.process.exited;
  expect(runsWithProcesses().has("listed-run")).toBe(false);
});

test("on Windows none has any, since nothing is started there", () => {
  const platform = vi.spyOn(process, "platform", "get").mockReturnValue("win32");
  expect(runsWithProcesses()).toEqual(new Set());
  platform.mockRestore();
});

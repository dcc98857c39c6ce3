import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { ToolContext } from "../tools/tool.ts";

/** A folder of its own for the tests of tools, and what a step in it is told. */
export interface ToolWorkspace {
  readonly folder: string;
  /** A folder beside it that no tool may reach. */
  readonly outside: string;
  readonly context: ToolContext;
  /** Writes a file, with its folders; gives its path. */
  file(path: string, content?: string | Uint8Array): string;
  remove(): void;
}

export function toolWorkspace(): ToolWorkspace {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "aml-tools-")));
  const [folder, outside] = [join(base, "workspace"), join(base, "outside")];
  mkdirSync(folder);
  mkdirSync(outside);
  const context: ToolContext = {
    workspace: folder,
    run: "run-1",
    step: "A",
    attempt: 1,
    marker: `tools-test-${base.slice(-6)}`,
    environment: [],
    temporaryFolder: join(folder, ".aml", "temporary"),
    outputLimit: 64 * 1024,
    signal: new AbortController().signal,
    params: {},
    outputs: {},
  };
  return {
    folder,
    outside,
    context,
    file(path, content = "") {
      const full = join(folder, path);
      mkdirSync(dirname(full), { recursive: true });
      writeFileSync(full, content);
      return full;
    },
    remove: () => rmSync(base, { recursive: true }),
  };
}

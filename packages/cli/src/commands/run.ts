import { relative } from "node:path";
import type { TrustLevel } from "@agent-markup/core";
import type { ExitCode } from "../exit.ts";
import { openProjectStore, openRuntime } from "../open-runtime.ts";
import { findProject } from "../project.ts";
import { askOnTerminal } from "../terminal/ask.ts";
import type { Output } from "../terminal/output.ts";
import { readDocument } from "../terminal/read-document.ts";
import { decideTrust } from "../trust.ts";
import { follow } from "./follow.ts";

export interface RunFlags {
  readonly trust?: TrustLevel;
  readonly permissions?: string;
  readonly rules?: string;
  readonly agent?: string;
  readonly param: Readonly<Record<string, string>>;
  readonly maxParallel: number;
  readonly json?: boolean;
}

/** `aml run FILE`. */
export async function run(file: string, flags: RunFlags, output: Output): Promise<ExitCode> {
  const text = readDocument(file);
  const project = findProject(process.cwd());
  const trust = await decideTrust({ level: flags.trust, file, project, ask: askOnTerminal() });
  const store = await openProjectStore(project);
  try {
    const { agent } = flags;
    const runtime = await openRuntime(store, {
      project,
      permissions: flags.permissions ?? null,
      ...(flags.rules === undefined ? {} : { rules: flags.rules }),
      ...(agent === undefined ? {} : { agent }),
    });
    const { param: params, maxParallel } = flags;
    return await follow(
      (signal) =>
        runtime.run({ file: relative(process.cwd(), file) || file, text }, { trust, params, maxParallel, signal }),
      { texts: { [file]: text }, json: flags.json === true, output },
    );
  } finally {
    store.close();
  }
}

import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { type Handler, resolveInWorkspace, type TrustLevel } from "@agent-markup/core";
import type { HandlerReference } from "./handler-reference.ts";
import type { Project } from "./project.ts";
import { commandName } from "./terminal/command-name.ts";

/**
 * The handlers that `aml.config.json` declares (language.md 7.3). A module is loaded when the first of its handlers is called,
 * in a trusted run only; whatever is wrong with it is a failure of the skill that needs it, with what to do.
 */
export function configuredHandlers({ configuration, root }: Project, trust: TrustLevel): Record<string, Handler> {
  return Object.fromEntries(
    Object.entries(configuration.handlers).map(([name, reference]) => [
      name,
      trust === "trusted" ? loadedOnCall(name, reference, root) : untrusted(name),
    ]),
  );
}

function loadedOnCall(name: string, reference: HandlerReference, root: string): Handler {
  let loading: Promise<Handler> | undefined;
  return async (input) => {
    loading ??= load(name, reference, root);
    const handler = await loading;
    return handler(input);
  };
}

/** It stays the one that runs the skill: falling back to a prompt would be another procedure. */
function untrusted(name: string): Handler {
  return () => {
    throw new Error(
      `the handler "${name}" is code of the project, which only a trusted run loads: read it, then ${commandName()} trust, or --trust trusted`,
    );
  };
}

async function load(name: string, { file, export: exported }: HandlerReference, root: string): Promise<Handler> {
  const path = resolveInWorkspace(root, file);
  const where = `the handler "${name}" of aml.config.json`;
  if (!existsSync(path)) throw new Error(`${where}: there is no ${file} in ${root}`);
  let module: object;
  try {
    module = await import(pathToFileURL(path).href);
  } catch (error) {
    throw new Error(`${where}: ${file} cannot be loaded: ${error instanceof Error ? error.message : String(error)}`);
  }
  const found: unknown = Reflect.get(module, exported);
  if (isHandler(found)) return found;
  const functions = Object.entries(module).flatMap(([key, value]) => (typeof value === "function" ? [key] : []));
  const known = functions.length === 0 ? "it exports no function" : `it exports ${functions.join(", ")}`;
  throw new Error(`${where}: ${file} exports no function "${exported}"; ${known}`);
}

/** What it returns is checked where it is called. */
function isHandler(value: unknown): value is Handler {
  return typeof value === "function";
}

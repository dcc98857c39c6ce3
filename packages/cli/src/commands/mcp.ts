import { ToolError } from "@agent-markup/core";
import { serveMcp } from "@agent-markup/mcp";
import { agentsNamed } from "../check/packaged-sources.ts";
import { type ExitCode, exitCode, UsageError } from "../exit.ts";
import { openProjectStore, openRuntime, policyNamed } from "../open-runtime.ts";
import { findProject } from "../project.ts";
import { statedPolicy } from "../stated-policy.ts";
import type { Output } from "../terminal/output.ts";
import { version } from "../version.ts";

export interface McpFlags {
  readonly trust?: "semi-trusted" | "untrusted";
  readonly permissions?: string;
  readonly rules?: string;
  readonly approvalTime?: number;
  readonly agent?: string;
}

/** `aml mcp`: serves an agent over standard input and output until the input ends (diagram.md 6). */
export async function mcp(
  { trust, permissions, rules, agent, approvalTime }: McpFlags,
  output: Output,
): Promise<ExitCode> {
  const project = findProject(process.cwd());
  const policy = statedPolicy({ project, rulesFile: rules, permissions: permissions ?? null }, output);
  const store = await openProjectStore(project);
  try {
    const request = {
      project,
      permissions: permissions ?? null,
      trust: trust ?? "untrusted",
      policy,
      approvalMs: approvalTime ?? null,
      ...(agent === undefined ? {} : { agent }),
    } as const;
    const runtime = await openRuntime(store, request, output);
    const served = {
      store,
      workspace: project.root,
      runtime,
      permissions: permissions === undefined ? null : policyNamed(permissions, policy, approvalTime ?? null),
      trust: trust ?? null,
      granted: policy.granted,
      describedAgents: (text: string) => agentsNamed(text, project).catch(asToolError),
      environment: project.configuration.environment,
      version,
      report: (message: string) => output.progress(`aml mcp: ${message}`),
    };
    await serveMcp(served, stopped());
    return exitCode.done;
  } finally {
    store.close();
  }
}

/** What is wrong with a file of the user is no fault of the server. */
function asToolError(error: unknown): never {
  throw error instanceof UsageError ? new ToolError("failed", error.message, { cause: error }) : error;
}

/** A client that ends its server by a signal gives its steps back too. */
function stopped(): AbortSignal {
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => stop.abort());
  return stop.signal;
}

import type { PermissionPolicy } from "../../5-authorise/permission.ts";
import type { TrustLevel } from "../../5-authorise/trust.ts";
import type { PlanNode } from "../../plan/plan.ts";
import { stateAt } from "../../plan/progress.ts";
import { builtInTools } from "../../tools/built-in-tools.ts";
import type { Capability } from "../../tools/tool.ts";
import { isVerified } from "../step-block.ts";
import { outputOf } from "../step-output.ts";
import { toolGate } from "../tool-step.ts";
import type { HeldPlan } from "./held-plan.ts";

/** What the commands of `verify` run with; nothing else of a guided plan is run by the runtime. */
export interface VerifyOptions {
  /** Null when nobody decides about requests: then no command runs. */
  readonly permissions: PermissionPolicy | null;
  /** How far documents are trusted; null when nobody has said. */
  readonly trust: TrustLevel | null;
  readonly granted: readonly Capability[];
  /** The project's folder, absolute. */
  readonly workspace: string;
  readonly environment: readonly string[];
}

/** What a step's `verify` command says of it. */
export type Verdict =
  | { readonly type: "passed" | "interrupted" }
  | { readonly type: "failed"; readonly error: string; readonly retryable: boolean };

/** Why the command that a step is verified by may not run; null when it may, or there is none (language.md 7.5). */
export function verifyObstacle({ id, verify }: PlanNode, options: VerifyOptions): string | null {
  if (verify === undefined) return null;
  const { permissions, trust, granted } = options;
  const step = `step "${id}" is done only when the command of its "verify" succeeds`;
  if (permissions === null) return `${step}, and this server runs no command: start it with --permissions`;
  if (trust === null || trust === "untrusted")
    return `${step}, and this server trusts no document: start it with --trust semi-trusted`;
  const needed = builtInTools().get("bash")?.capabilities ?? [];
  const missing = trust === "trusted" ? [] : needed.filter((capability) => !granted.includes(capability));
  return missing.length === 0
    ? null
    : `${step}, and your policy does not grant ${missing.join(", ")} to such documents`;
}

/** Runs the command that says whether a step is done, through the one gate that tools have (diagram.md 3, `verify`). */
export async function verifyStep(
  { plan, run, terms, journal, approvals, signal }: HeldPlan,
  node: PlanNode,
  output: string,
  options: VerifyOptions,
): Promise<Verdict> {
  if (node.verify === undefined) return { type: "passed" };
  const scope = {
    plan,
    run,
    path: terms.path,
    procedure: terms.name,
    workspace: options.workspace,
    params: terms.params,
    environment: options.environment,
    database: null,
    stdin: "",
    gate: toolGate({ tools: builtInTools(), providers: [], policy: options.permissions, approvals, journal }),
    journal,
    agent: null,
    parent: null,
    sessions: null,
    agentGates: false,
    gatesForPeople: new Set<string>(),
  };
  const { attempt } = stateAt(plan, node.index);
  const done = { type: "done", output: outputOf(output) } as const;
  const outcome = await isVerified({ scope, node, attempt, signal }, node.verify, done);
  if (outcome.type === "failed") return { type: "failed", error: outcome.error, retryable: outcome.retryable };
  return { type: outcome.type === "done" ? "passed" : "interrupted" };
}

import { firstOf } from "../5-authorise/first-of.ts";
import type { PermissionPolicy, PermissionRequest } from "../5-authorise/permission.ts";
import { decidePermission } from "../5-authorise/permission-gate.ts";
import { isAvailable, type ToolSet, toolLists } from "../5-authorise/tool-set.ts";
import { crashPoint } from "../journal/crash-point.ts";
import { addedEnvironment } from "../process/environment.ts";
import { secretsAmong } from "../text/secrets.ts";
import type { Capability, Tool, ToolCall, ToolContext, ToolResult } from "../tools/tool.ts";
import { findTool, type ToolProvider } from "../tools/tool-provider.ts";
import type { Approvals } from "./approvals.ts";
import { redactedResult } from "./redacted-result.ts";
import type { RunJournal } from "./run-journal.ts";

/** The one way to a tool that the runtime runs: constraint, policy and record stand in front of every call. */
export interface ToolGate {
  call(request: GatedCall): Promise<ToolResult | ToolRefusal>;
}

export interface GatedCall {
  /** The constraint where the call stands. */
  readonly tools: ToolSet;
  readonly step: { readonly plan: string; readonly step: string; readonly attempt: number };
  readonly path: string;
  readonly tool: string;
  readonly call: ToolCall;
  /** What is written down of the input; the input itself when left out. */
  readonly recorded?: unknown;
  /** The policy has allowed this very call already, when its agent asked for it: nobody is asked twice. */
  readonly isGranted?: boolean;
  readonly context: ToolContext;
}

/** The call was not made: another attempt would be refused alike. */
export interface ToolRefusal {
  readonly refused: string;
  readonly code: "ToolDenied" | "CapabilityDenied";
}

const changesTheWorld: ReadonlySet<Capability> = new Set(["exec", "fs:write", "net:write", "env:write"]);

export interface ToolGateOptions {
  readonly tools: ReadonlyMap<string, Tool>;
  readonly providers: readonly ToolProvider[];
  /** Null for a run that needs none. */
  readonly policy: PermissionPolicy | null;
  readonly approvals: Approvals;
  readonly journal: RunJournal;
}

export function toolGate({ tools, providers, policy, approvals, journal }: ToolGateOptions): ToolGate {
  /** The run's policy judges the runtime's own tools like an agent's (language.md 7.5); a run without one needs none. */
  async function isPermitted(
    { tools: constraint, path, tool, call, recorded, isGranted, context }: GatedCall,
    { capabilities }: Tool,
  ): Promise<boolean> {
    if (policy === null || !capabilities.some((capability) => changesTheWorld.has(capability))) return true;
    const request = requestFor(journal.run, tool, call);
    const aids = approvals.aidsAt(path, context.signal);
    const state = { ourSession: journal.run, cancelled: false, modeSwitchAllowed: false };
    const judge = isGranted === true ? grantedBefore(policy) : policy;
    const decision = await decidePermission({ request, policy: judge, tools: constraint, aids, ...state });
    crashPoint("permission-decided");
    const shown = { ...request, ...(recorded === undefined ? {} : { input: recorded }) };
    const data = { request: shown, decision, policy: policy.label, tools: toolLists(constraint) };
    journal.append({ type: "permission.decided", path, data });
    crashPoint("permission-recorded");
    return decision.allows;
  }

  return {
    async call(request) {
      const { tools: constraint, tool: name, path } = request;
      const tool = findTool(name, tools, providers);
      if ("missing" in tool) return { refused: `there is no tool ${name}: ${tool.missing}`, code: "ToolDenied" };
      if (!isAvailable(constraint, name)) return { refused: `${name} is not allowed here`, code: "ToolDenied" };
      if (!(await isPermitted(request, tool))) {
        return { refused: `the policy ${policy?.label} refuses ${name}`, code: "CapabilityDenied" };
      }
      const result = redactedResult(await tool.run(request.call, request.context), secretsOfCall(tool, request));
      crashPoint("tool-ran");
      const { exitCode, signal, durationMs, stderr } = result;
      journal.append({
        type: "tool.finished",
        path,
        data: { ...request.step, tool: name, exitCode, signal, durationMs, stderr },
      });
      crashPoint("tool-recorded");
      for (const message of result.warnings)
        journal.append({ type: "note.recorded", path, data: { code: "tool", message } });
      return result;
    },
  };
}

/** What the configuration gave the tool: it may tell all of it, so nothing of that is written down (agents.md 3). */
function secretsOfCall(tool: Tool, { context }: GatedCall): readonly string[] {
  const added = addedEnvironment({ inherited: process.env, allow: context.environment });
  return [...secretsAmong(added), ...(tool.secrets?.() ?? [])];
}

/** What the policy has said of this call holds; the constraint is looked at again. */
function grantedBefore({ label }: PermissionPolicy): PermissionPolicy {
  const because = "it allowed this call when the agent asked for it";
  return { label, decide: ({ options }) => ({ ...firstOf(options, ["allow_once"]), because }) };
}

function requestFor(run: string, tool: string, call: ToolCall): PermissionRequest {
  const options = [
    { optionId: "allow", name: "Allow once", kind: "allow_once" },
    { optionId: "reject", name: "Reject", kind: "reject_once" },
  ];
  return {
    options,
    session: run,
    title: tool,
    kind: "execute",
    tools: [tool],
    input: call.block ?? call.arguments ?? null,
    verbatim: null,
  };
}

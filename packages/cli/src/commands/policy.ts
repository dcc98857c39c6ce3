import { judge, runtimeName } from "@agent-markup/core";
import { type ExitCode, exitCode } from "../exit.ts";
import { hostPolicy } from "../policy.ts";
import { findProject } from "../project.ts";
import type { Output } from "../terminal/output.ts";

export interface PolicyFlags {
  readonly rules?: string;
  readonly json?: boolean;
}

/**
 * `aml policy test [TOOL [INPUT]]`: reads the rules with their samples, and says what they decide about one call. Exit code 1
 * when the call would be refused.
 */
export function testPolicy(
  tool: string | undefined,
  input: string | undefined,
  flags: PolicyFlags,
  output: Output,
): ExitCode {
  const { configuration } = findProject(process.cwd());
  const policy = hostPolicy({ project: configuration.policy, rulesFile: flags.rules });
  const { deny, ask, allow } = policy.permissions;
  const counts = { deny: deny.length, ask: ask.length, allow: allow.length };
  const judged = tool === undefined ? null : judge(policy.permissions, [runtimeName(tool, new Set())], input ?? null);
  if (flags.json === true) {
    output.result(
      JSON.stringify({
        version: 1,
        rules: counts,
        warnings: policy.warnings,
        ...(judged === null ? {} : { tool, input, ...judged }),
      }),
    );
  } else {
    for (const warning of policy.warnings) output.progress(`warning: ${warning}`);
    output.result(`${deny.length} deny, ${ask.length} ask and ${allow.length} allow rules; every sample holds`);
    if (judged !== null)
      output.result(judged.verdict === "unmatched" ? "refused: no rule matches" : `${judged.verdict}: ${judged.rule}`);
  }
  return judged === null || judged.verdict === "allow" ? exitCode.done : exitCode.failed;
}

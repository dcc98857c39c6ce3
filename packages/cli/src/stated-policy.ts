import { type HostPolicy, hostPolicy } from "./policy.ts";
import type { Project } from "./project.ts";
import type { Output } from "./terminal/output.ts";

/** The policy that a command works under; what in it has no effect is said on stderr. */
export function statedPolicy(project: Project, rulesFile: string | undefined, output: Output): HostPolicy {
  const policy = hostPolicy({ project: project.configuration.policy, rulesFile });
  for (const warning of policy.warnings) output.progress(`warning: ${warning}`);
  return policy;
}

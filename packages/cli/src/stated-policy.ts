import { type HostPolicy, hostPolicy } from "./policy.ts";
import type { Project } from "./project.ts";
import type { Output } from "./terminal/output.ts";

export interface PolicyRequest {
  readonly project: Project;
  /** `--rules FILE`. */
  readonly rulesFile: string | undefined;
  /** The permission policy of the command by its name, null where none was chosen. */
  readonly permissions: string | null;
}

/** The policy that a command works under; what in it has no effect is said on stderr. */
export function statedPolicy({ project, rulesFile, permissions }: PolicyRequest, output: Output): HostPolicy {
  const policy = hostPolicy({ project: project.configuration.policy, rulesFile });
  for (const warning of policy.warnings) output.progress(`warning: ${warning}`);
  const { deny, ask } = policy.permissions;
  if (permissions !== "rules" && permissions !== "deny" && deny.length + ask.length > 0)
    output.progress("warning: the permission rules have no effect here: they hold only with --permissions rules");
  return policy;
}

import { fileTools, serverWildcard } from "./tool-names.ts";
import {
  grants,
  names,
  requestRemarks,
  shellRemarks,
  type ToolRemark,
  type ToolSet,
  type ToolTag,
} from "./tool-set.ts";

/** The constraint at a point of a walk, with who made it: one state that tags enter and leave. */
export interface ToolScope<Owner> {
  /** Narrows by a tag until it is left. */
  enter(tag: ToolTag, owner: Owner): readonly ToolRemark[];
  /** Takes back what the innermost tag did. */
  leave(): void;
  current(): ToolSet;
  /** Whose `deny` holds for the tool: the outermost that names it. */
  deniedBy(tool: string): Owner | undefined;
  /** Whose list of allowed tools stands around the innermost tag. */
  allowedAround(): Owner | undefined;
}

interface Frame<Owner> {
  readonly allowed: ReadonlySet<string> | null;
  readonly allowedBy: Owner | undefined;
  /** What the tag added to `denied`, taken out again when it is left. */
  readonly added: readonly string[];
  toolsOfServer(wildcard: string): readonly string[];
}

/**
 * The rules of `narrow` over one set of denied tools with an undo log: 20,000 nested tags would each copy the
 * denials of all tags around them. Denied tools are taken out of `allowed` only when it is read.
 */
export function toolScope<Owner>(): ToolScope<Owner> {
  const denied = new Map<string, Owner>();
  const frames: Frame<Owner>[] = [];
  const outermost = { allowed: null, allowedBy: undefined, added: [], toolsOfServer: () => [] };
  const top = (): Frame<Owner> => frames.at(-1) ?? outermost;
  return {
    enter(tag, owner) {
      const { allowed, allowedBy, toolsOfServer } = top();
      const outer = { allowed, denied, toolsOfServer };
      const remarks = requestRemarks(outer, tag);
      const granted = grants(outer, tag);
      const before = { allowed, denied: new Set(fileTools.filter((tool) => denied.has(tool))) };
      const added = tag.deny.filter((tool) => !denied.has(tool));
      for (const tool of added) denied.set(tool, owner);
      frames.push({
        allowed: granted ?? allowed,
        allowedBy: granted === null ? allowedBy : owner,
        added,
        toolsOfServer: granted === null || granted === allowed ? toolsOfServer : serverIndex(granted),
      });
      return [...remarks, ...shellRemarks(before, { allowed: granted ?? allowed, denied })];
    },
    leave() {
      for (const tool of frames.pop()?.added ?? []) denied.delete(tool);
    },
    current() {
      const { allowed } = top();
      return {
        allowed: allowed && new Set([...allowed].filter((tool) => !names(denied, tool))),
        denied: new Set(denied.keys()),
      };
    },
    deniedBy: (tool) => denied.get(tool) ?? denied.get(serverWildcard(tool) ?? tool),
    allowedAround: () => frames.at(-2)?.allowedBy,
  };
}

/** The tools of each server in a set, sorted out when first asked for. */
function serverIndex(allowed: ReadonlySet<string>): (wildcard: string) => readonly string[] {
  let servers: Map<string, string[]> | undefined;
  return (wildcard) => {
    servers ??= byServer(allowed);
    return servers.get(wildcard) ?? [];
  };
}

function byServer(allowed: ReadonlySet<string>): Map<string, string[]> {
  const servers = new Map<string, string[]>();
  for (const tool of allowed) {
    const wildcard = serverWildcard(tool);
    if (wildcard === undefined) continue;
    const known = servers.get(wildcard);
    if (known === undefined) servers.set(wildcard, [tool]);
    else known.push(tool);
  }
  return servers;
}

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
}

/**
 * The rules of `narrow` over one set of denied tools with an undo log: 20,000 nested tags would each copy the
 * denials of all tags around them. Denied tools are taken out of `allowed` only when it is read.
 */
export function toolScope<Owner>(): ToolScope<Owner> {
  const denied = new Map<string, Owner>();
  const frames: Frame<Owner>[] = [];
  const top = (): Frame<Owner> => frames.at(-1) ?? { allowed: null, allowedBy: undefined, added: [] };
  return {
    enter(tag, owner) {
      const { allowed, allowedBy } = top();
      const remarks = requestRemarks({ allowed, denied }, tag);
      const granted = grants({ allowed, denied }, tag);
      const before = { allowed, denied: new Set(fileTools.filter((tool) => denied.has(tool))) };
      const added = tag.deny.filter((tool) => !denied.has(tool));
      for (const tool of added) denied.set(tool, owner);
      const frame = granted === null ? { allowed, allowedBy, added } : { allowed: granted, allowedBy: owner, added };
      frames.push(frame);
      return [...remarks, ...shellRemarks(before, { allowed: frame.allowed, denied })];
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

import type { ToolSet } from "../5-authorise/tool-set.ts";
import type { ToolLists } from "../journal/events.ts";

/** A constraint as it is recorded and printed: sorted lists. */
export function toolLists({ allowed, denied }: ToolSet): ToolLists {
  return { allowed: allowed === null ? null : [...allowed].sort(), denied: [...denied].sort() };
}

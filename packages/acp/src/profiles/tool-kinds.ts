/** What a call of each kind of the protocol may be, where nothing tells more (agents.md 5). */
const toolsByKind: Readonly<Record<string, readonly string[]>> = {
  read: ["view"],
  edit: ["edit", "write"],
  delete: ["edit", "write"],
  move: ["edit", "write"],
  search: ["grep", "glob"],
  execute: ["bash"],
  fetch: ["web_fetch", "web_search"],
};

/** All tools that a kind may stand for; none for `think`, `switch_mode`, `other` and kinds that agents invent. */
export function toolsOfKind(kind: string): readonly string[] {
  return Object.hasOwn(toolsByKind, kind) ? (toolsByKind[kind] ?? []) : [];
}

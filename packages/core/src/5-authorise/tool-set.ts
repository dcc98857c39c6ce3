import { fileTools, serverWildcard } from "./tool-names.ts";

/**
 * Which tools may be used at one point of a document (language.md 5.1). `allowed` null means everything;
 * a tool is available if `allowed` names or matches it and nothing in `denied` does.
 */
export interface ToolSet {
  readonly allowed: ReadonlySet<string> | null;
  readonly denied: ReadonlySet<string>;
}

/** What one `<tool>` asks for, in the runtime's names; null where the attribute is absent. */
export interface ToolTag {
  readonly allow: readonly string[] | null;
  readonly deny: readonly string[];
  readonly name: string | null;
}

/** What is odd about a tag where it stands; at most one remark about each tool it asks for. */
export type ToolRemark =
  | { readonly kind: "denied-by-ancestor"; readonly tool: string }
  | { readonly kind: "denied-by-tag"; readonly tool: string }
  | { readonly kind: "not-allowed"; readonly tool: string }
  | { readonly kind: "redundant-name"; readonly tool: string }
  | { readonly kind: "shell-beside-denied"; readonly tools: readonly string[] }
  | { readonly kind: "shell-beside-absent"; readonly tools: readonly string[] };

export interface Narrowed {
  readonly tools: ToolSet;
  readonly remarks: readonly ToolRemark[];
}

/** As much of a tool set as its rules read, so that a walk can keep one in a form of its own. */
export interface ToolView {
  readonly allowed: ReadonlySet<string> | null;
  readonly denied: { has(name: string): boolean };
  /** The allowed tools that `mcp/SERVER/*` stands for, where they are at hand. */
  toolsOfServer?(wildcard: string): readonly string[];
}

/** No constraint: what holds outside every `<tool>`. */
export const everyTool: ToolSet = { allowed: null, denied: new Set() };

/** Narrow `outer` by one `<tool>` tag: deny first, then allow, then name (language.md 5.1). Never widens. */
export function narrow(outer: ToolSet, tag: ToolTag): Narrowed {
  const denied = new Set([...outer.denied, ...tag.deny]);
  const granted = grants(outer, tag) ?? outer.allowed;
  const allowed = granted && new Set([...granted].filter((tool) => !names(denied, tool)));
  const tools = { allowed, denied };
  return { tools, remarks: [...requestRemarks(outer, tag), ...shellRemarks(outer, tools)] };
}

/** Whether a tool may be used: allowed by name or by its server's wildcard, and not denied in either way. */
export function isAvailable(tools: ToolView, tool: string): boolean {
  return (tools.allowed === null || names(tools.allowed, tool)) && !names(tools.denied, tool);
}

/** A tool set as plain sorted lists: what a journal, a plan and a session's identity hold of it. */
export function toolLists({ allowed, denied }: ToolSet): { allowed: string[] | null; denied: string[] } {
  return { allowed: allowed && [...allowed].sort(), denied: [...denied].sort() };
}

/**
 * What stays allowed of what the tag asks for, denials aside; null when it asks for nothing (language.md 5.1, 2 and 3).
 * The outer set itself when nothing is lost, so that nested tags share it.
 */
export function grants(outer: ToolView, tag: ToolTag): ReadonlySet<string> | null {
  const requested = requestOf(tag);
  if (requested === null) return null;
  const parts = requested.map((tool) => ({ tool, granted: grantOf(outer, tool) }));
  if (outer.allowed !== null && keepsAll(outer.allowed, parts)) return outer.allowed;
  return new Set(parts.flatMap(({ granted }) => granted));
}

/** The warnings about what the tag asks for: a denied tool is not reported as absent too. */
export function requestRemarks(outer: ToolView, tag: ToolTag): ToolRemark[] {
  const deniedHere = new Set(tag.deny);
  const remarks: ToolRemark[] = [];
  for (const tool of requestOf(tag) ?? []) {
    // The ancestor comes first: taking the tool off this tag's own list would not bring it back.
    if (names(outer.denied, tool)) remarks.push({ kind: "denied-by-ancestor", tool });
    else if (names(deniedHere, tool)) remarks.push({ kind: "denied-by-tag", tool });
    else if (grantOf(outer, tool).every((granted) => outer.denied.has(granted)))
      remarks.push({ kind: "not-allowed", tool });
  }
  if (tag.allow !== null && tag.name !== null) remarks.push({ kind: "redundant-name", tool: tag.name });
  return remarks;
}

/** A shell undoes the loss of file tools: said where a tag brings that about, and not again below it (language.md 5.1). */
export function shellRemarks(outer: ToolView, inner: ToolView): ToolRemark[] {
  if (!isAvailable(inner, "bash")) return [];
  const denied = fileTools.filter((tool) => names(inner.denied, tool) && !names(outer.denied, tool));
  if (denied.length > 0) return [{ kind: "shell-beside-denied", tools: denied }];
  const isAbsent = (tools: ToolView, tool: string) => tools.allowed !== null && !names(tools.allowed, tool);
  const absent = fileTools.filter(
    (tool) => isAbsent(inner, tool) && !isAbsent(outer, tool) && !names(inner.denied, tool),
  );
  return absent.length > 0 ? [{ kind: "shell-beside-absent", tools: absent }] : [];
}

/** Whether a set names a tool or matches it; `mcp/SERVER/*` is the only wildcard (language.md 5.1). */
export function names(set: { has(name: string): boolean }, tool: string): boolean {
  if (set.has(tool)) return true;
  const wildcard = serverWildcard(tool);
  return wildcard !== undefined && set.has(wildcard);
}

function requestOf(tag: ToolTag): readonly string[] | null {
  return tag.allow ?? (tag.name === null ? null : [tag.name]);
}

/** The part of one request that the outer constraint allows: a wildcard keeps the tools of its server. */
function grantOf(outer: ToolView, tool: string): readonly string[] {
  if (outer.allowed === null || names(outer.allowed, tool)) return [tool];
  if (!tool.endsWith("/*")) return [];
  return outer.toolsOfServer?.(tool) ?? [...outer.allowed].filter((other) => serverWildcard(other) === tool);
}

interface Part {
  readonly tool: string;
  readonly granted: readonly string[];
}

/** Whether the parts are the whole set, told by counting: a wildcard may stand for many tools at every level of nesting. */
function keepsAll(allowed: ReadonlySet<string>, parts: readonly Part[]): boolean {
  const wildcards = new Set(parts.filter(({ tool, granted }) => granted[0] !== tool).map(({ tool }) => tool));
  let kept = 0;
  for (const { tool, granted } of parts) {
    if (granted[0] === tool && !allowed.has(tool)) return false;
    if (!wildcards.has(serverWildcard(tool) ?? "") || wildcards.has(tool)) kept += granted.length;
  }
  return kept === allowed.size;
}

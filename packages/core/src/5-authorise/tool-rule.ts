import { isKnownTool, runtimeName } from "./tool-names.ts";

/** `Tool` or `Tool(spec)`, as people know it from elsewhere (agents.md 2). */
export interface ToolRule {
  /** As written. */
  readonly text: string;
  /** The runtime's name; `*` for every tool. */
  readonly tool: string;
  /** Null: whatever the tool is asked to do. */
  readonly spec: string | null;
}

export type ReadRule = { readonly ok: true; readonly rule: ToolRule } | { readonly ok: false; readonly why: string };

/** What the spec of a tool's rule is held against; a tool without one takes no spec. */
const subjects: ReadonlyMap<string, "command" | "path" | "url"> = new Map([
  ["bash", "command"],
  ["view", "path"],
  ["edit", "path"],
  ["write", "path"],
  ["grep", "path"],
  ["glob", "path"],
  ["web_fetch", "url"],
]);

/** Reads a rule; one that names no tool, or can never match, says why. */
export function readRule(text: string, configured: ReadonlySet<string> = new Set()): ReadRule {
  const match = /^\s*([^()\s]+)\s*(?:\(([\s\S]*)\))?\s*$/.exec(text);
  if (match === null) return { ok: false, why: "it is not `Tool` or `Tool(spec)`" };
  const [, name = "", spec] = match;
  const tool = name === "*" ? "*" : runtimeName(name, configured);
  if (tool !== "*" && !isKnownTool(tool, configured)) return { ok: false, why: `no tool is called ${name}` };
  if (spec === undefined) return { ok: true, rule: { text: text.trim(), tool, spec: null } };
  if (spec.trim() === "") return { ok: false, why: "its spec is empty: leave the parentheses off to match everything" };
  if (!subjects.has(tool)) return { ok: false, why: `${name} takes no spec` };
  return { ok: true, rule: { text: text.trim(), tool, spec: spec.trim() } };
}

/** What a call is about, for the spec of a rule; null when its input does not show it. */
export function subjectOf(tool: string, input: unknown): string | null {
  const kind = subjects.get(tool);
  if (kind === undefined) return null;
  if (typeof input === "string") return input;
  if (typeof input !== "object" || input === null) return null;
  const members = new Map<string, unknown>(Object.entries(input));
  for (const name of subjectMembers[kind]) {
    const value = members.get(name);
    if (typeof value === "string") return value;
    if (Array.isArray(value) && value.every((item) => typeof item === "string")) return value.join(" ");
  }
  return null;
}

/** Where agents put it, in their raw inputs. */
const subjectMembers: Readonly<Record<"command" | "path" | "url", readonly string[]>> = {
  command: ["command", "cmd", "script"],
  path: ["path", "file_path", "filePath", "filename", "abs_path", "notebook_path"],
  url: ["url", "uri"],
};

export function subjectKind(tool: string): "command" | "path" | "url" | undefined {
  return subjects.get(tool);
}

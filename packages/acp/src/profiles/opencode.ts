import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { isAvailable, type ToolSet } from "@agent-markup/core";
import { programsDoubt } from "./found-programs.ts";
import { holds, projectFiles } from "./found-settings.ts";
import { fileWith, withoutComments } from "./json-settings.ts";
import { type NativeTools, serverTool, toolsNamed } from "./native-tools.ts";
import type { Profile, Workplace } from "./profile.ts";
import { settingsVariable } from "./settings-variable.ts";
import { toolsOfKind } from "./tool-kinds.ts";

const tools: NativeTools = {
  bash: ["bash"],
  read: ["view"],
  list: ["view"],
  edit: ["edit"],
  write: ["write"],
  patch: ["edit", "write"],
  apply_patch: ["edit", "write"],
  grep: ["grep"],
  glob: ["glob"],
  webfetch: ["web_fetch"],
  websearch: ["web_search"],
};

/** OpenCode's permissions and what each of them covers: one for both ways of changing a file. */
const permissions = {
  bash: ["bash"],
  edit: ["edit", "write"],
  read: ["view"],
  list: ["view"],
  grep: ["grep"],
  glob: ["glob"],
  webfetch: ["web_fetch"],
  websearch: ["web_search"],
} as const satisfies NativeTools;

/**
 * OpenCode, which asks for nothing by itself. Rules of an agent come after all others, so that neither the person's nor
 * the repository's configuration lets a tool of ours run unasked, as it would for the agent `build`.
 */
export const opencodeProfile: Profile = {
  name: "opencode",
  launch: { program: "opencode", package: "opencode-ai", args: ["acp"] },
  ...agentCalled("aml"),
  // OpenCode merges agents of one name: rules that the repository has for ours would come between ours, or after them.
  forSession: () => agentCalled(`aml-${randomUUID()}`),
  // Plugins are code of the repository, or the person, that may allow what it is asked about.
  environment: { OPENCODE_PURE: "1" },
  inherits: ["OPENCODE_*", "ANTHROPIC_API_KEY", "OPENAI_API_KEY", "GEMINI_API_KEY", "OPENROUTER_API_KEY"],
  toolsOf(call) {
    const { title, kind } = call;
    const ofKind = toolsOfKind(kind);
    // It is announced by its name; later the title is the command or the file, which may be called like another tool.
    if (ofKind.length === 0) return serverTool(call, title, "", "_");
    const named = toolsNamed(tools, title, kind);
    return named.length > 0 && named.every((tool) => ofKind.includes(tool)) ? named : ofKind;
  },
  quietMs: 200,
};

/** An agent of ours in OpenCode's configuration, which offers it as a mode. */
function agentCalled(name: string): Pick<Profile, "asking" | "nativeDenials"> {
  return {
    asking: { by: "mode", mode: name },
    nativeDenials(constraint, workplace) {
      const agent = { [name]: { mode: "primary", permission: rulesFor(constraint) } };
      const denied = Object.values(tools).flat();
      return {
        denied: [...new Set(denied)].filter((tool) => isDenied(constraint, tool)),
        environment: settingsVariable(workplace.environment, "OPENCODE_CONFIG_CONTENT", { agent }),
        ...programsDoubt("opencode", programsFor(workplace)),
      };
    },
  };
}

/** What the repository would have it start: servers, also those of languages, formatters, and tools, which are code. */
function programsFor(workplace: Workplace): string | undefined {
  const names = ["opencode.json", "opencode.jsonc"];
  const files = projectFiles(workplace, ...names, ...names.map((name) => join(".opencode", name)));
  const folders = projectFiles(workplace, join(".opencode", "tool"), join(".opencode", "tools"));
  const code = folders.find((folder) => holds(folder, ".js") || holds(folder, ".ts"));
  return code ?? fileWith(files, ["mcp", "lsp", "formatter"], isPlain);
}

/**
 * Before it parses a text, OpenCode puts variables and other files in the place of `{env:NAME}` and `{file:PATH}`,
 * wherever they stand: only in the strings of values do they change nothing else.
 */
function isPlain(text: string): boolean {
  if (!/\{(?:env|file):/.test(text)) return true;
  const isElsewhere = /\{(?:env|file):(?![\w./~@-]+\}[^"\\]*"\s*[,}\]])/.test(text);
  return !isElsewhere && withoutComments(text) === text;
}

/** The last rule that matches decides. */
function rulesFor(constraint: ToolSet): Record<string, string> {
  const denied = Object.entries(permissions).filter(([, ours]) => ours.every((tool) => !isAvailable(constraint, tool)));
  return {
    // Tools of MCP servers have such names, and so have some permissions: the rules after this one are for those.
    "*_*": "ask",
    plan_enter: "deny",
    plan_exit: "deny",
    question: "deny",
    // What a sub-agent asks, it asks in a session of its own: the requests are lost, and the turn hangs.
    task: "deny",
    bash: "ask",
    edit: "ask",
    webfetch: "ask",
    websearch: "ask",
    ...Object.fromEntries(denied.map(([permission]) => [permission, "deny"])),
  };
}

/** Of the two ways of changing a file neither can be denied alone. */
function isDenied(constraint: ToolSet, tool: string): boolean {
  return Object.values(permissions).some(
    (ours: readonly string[]) => ours.includes(tool) && ours.every((each) => !isAvailable(constraint, each)),
  );
}

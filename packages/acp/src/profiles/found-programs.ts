import { fileWith } from "./json-settings.ts";

/** Why an agent is doubted that starts what a repository's file names, before and without asking (agents.md 4.4). */
export function programsDoubt(agent: string, file: string | undefined): { readonly doubt?: string } {
  if (file === undefined) return {};
  return { doubt: `programs that ${file} may name are started by ${agent} without asking` };
}

/** The members of settings of Gemini CLI, and of Qwen Code that comes of it, that name programs; older names too. */
const members = [
  "mcpServers",
  "mcp.serverCommand",
  "mcpServerCommand",
  "tools.discoveryCommand",
  "toolDiscoveryCommand",
  "tools.callCommand",
  "toolCallCommand",
];

/** The settings of Gemini CLI or Qwen Code that name programs, or `more` that does. */
export function geminiPrograms(files: readonly string[], ...more: readonly string[]): string | undefined {
  return fileWith(files, [...members, ...more]);
}

import type { ToolSet } from "../5-authorise/tool-set.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Tool } from "./tool.ts";

/** Tools that are found by their name when one is called for, such as those of MCP servers. */
export interface ToolProvider {
  /** Whether names like this are the provider's. */
  serves(name: string): boolean;
  /** Looks it up without starting anything. */
  find(name: string): Tool | MissingTool;
  /** What is wrong with tools of its kind that an agent under this constraint would be given. */
  faults?(tools: ToolSet): readonly Diagnostic[];
  /** Ends whatever its tools started for a run; resolves once it has ended. */
  endRun(run: string): Promise<void>;
}

export interface MissingTool {
  /** Why it cannot be had, and what there is instead. */
  readonly missing: string;
  /** Faults in the configuration that are the reason. */
  readonly diagnostics: readonly Diagnostic[];
}

/** The tool of a name: one that the runtime has, else one that a provider knows (agents.md 5). */
export function findTool(
  name: string,
  tools: ReadonlyMap<string, Tool>,
  providers: readonly ToolProvider[],
): Tool | MissingTool {
  const own = tools.get(name);
  if (own !== undefined) return own;
  const provider = providers.find((candidate) => candidate.serves(name));
  return provider?.find(name) ?? { missing: `there are: ${[...tools.keys()].join(", ")}`, diagnostics: [] };
}

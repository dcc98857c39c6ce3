import { bash } from "./bash.ts";
import { sql } from "./sql.ts";
import type { Tool } from "./tool.ts";
import { view } from "./view.ts";
import { write } from "./write.ts";

/** The tools that the runtime itself runs, by name (agents.md 5). */
export function builtInTools(): ReadonlyMap<string, Tool> {
  return new Map([bash, sql, view, write].map((tool) => [tool.name, tool]));
}

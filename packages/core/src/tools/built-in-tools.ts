import { bash } from "./bash.ts";
import { edit } from "./edit.ts";
import { glob } from "./glob.ts";
import { grep } from "./grep.ts";
import { sql } from "./sql.ts";
import type { Tool } from "./tool.ts";
import { view } from "./view.ts";
import { type WebFetchOptions, webFetch } from "./web-fetch.ts";
import { write } from "./write.ts";

/** What a user's own configuration allows them beyond what they may do by themselves. */
export type BuiltInToolOptions = Pick<WebFetchOptions, "privateHosts">;

/** The tools that the runtime itself runs, by name (agents.md 5). */
export function builtInTools(options: BuiltInToolOptions = {}): ReadonlyMap<string, Tool> {
  return new Map([bash, edit, glob, grep, sql, view, webFetch(options), write].map((tool) => [tool.name, tool]));
}

import { bash } from "./bash.ts";
import { edit } from "./edit.ts";
import { glob } from "./glob.ts";
import { grep } from "./grep.ts";
import { sql } from "./sql.ts";
import type { Tool } from "./tool.ts";
import { toolOffers } from "./tool-offers.ts";
import { view } from "./view.ts";
import { type WebFetchOptions, webFetch } from "./web-fetch.ts";
import { write } from "./write.ts";

/** What a user's own configuration allows them beyond what they may do by themselves. */
export type BuiltInToolOptions = Pick<WebFetchOptions, "privateHosts">;

/** The tools that the runtime itself runs, by name (agents.md 5). */
export function builtInTools(options: BuiltInToolOptions = {}): ReadonlyMap<string, Tool> {
  const tools = [bash, edit, glob, grep, sql, view, webFetch(options), write];
  return new Map(tools.map((tool) => [tool.name, withOffer(tool)]));
}

function withOffer(tool: Tool): Tool {
  const offer = toolOffers[tool.name];
  return offer === undefined ? tool : { ...tool, offer };
}

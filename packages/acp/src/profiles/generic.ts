import type { Profile } from "./profile.ts";
import { toolsOfKind } from "./tool-kinds.ts";

/** Any agent that nothing is known of. It may use tools without asking, so an operator must opt in to it. */
export const genericProfile: Profile = {
  name: "generic",
  launch: { args: [] },
  asking: { by: "unknown" },
  environment: {},
  inherits: [],
  toolsOf: ({ kind }) => toolsOfKind(kind),
  nativeDenials: () => ({ denied: [] }),
  quietMs: 100,
};

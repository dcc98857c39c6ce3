import type { Profile } from "./profile.ts";
import { toolsOfKind } from "./tool-kinds.ts";

/** The shipped scripted agent: it asks when its script says so, and names its tools as the runtime does. */
export const scriptedProfile: Profile = {
  name: "scripted",
  launch: { args: [] },
  asking: { by: "nature" },
  environment: {},
  inherits: [],
  toolsOf: ({ name, kind }) => (name === undefined ? toolsOfKind(kind) : [name]),
  nativeDenials: () => ({ denied: [] }),
  quietMs: 0,
};

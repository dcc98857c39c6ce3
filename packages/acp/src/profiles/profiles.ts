import { AgentError } from "@agent-markup/core";
import { genericProfile } from "./generic.ts";
import type { Profile } from "./profile.ts";
import { scriptedProfile } from "./scripted.ts";

const shipped: readonly Profile[] = [scriptedProfile, genericProfile];

/** A shipped profile by name, the given one, or that of an agent nothing is known of. */
export function profileOf(profile: string | Profile | undefined): Profile {
  if (typeof profile === "object") return profile;
  const name = profile ?? genericProfile.name;
  const found = shipped.find((candidate) => candidate.name === name);
  if (found !== undefined) return found;
  const names = shipped.map((candidate) => candidate.name).join(", ");
  throw new AgentError("not_configured", `there is no agent profile ${name}; there are: ${names}`);
}

import { AgentError } from "@agent-markup/core";
import { claudeProfile } from "./claude.ts";
import { codexProfile } from "./codex.ts";
import { copilotProfile } from "./copilot.ts";
import { geminiProfile } from "./gemini.ts";
import { genericProfile } from "./generic.ts";
import { opencodeProfile } from "./opencode.ts";
import type { Profile } from "./profile.ts";
import { qwenProfile } from "./qwen.ts";
import { scriptedProfile } from "./scripted.ts";

/** Every profile that is known by a name: those of real agents first (agents.md 8). */
export const shippedProfiles: readonly Profile[] = [
  claudeProfile,
  codexProfile,
  geminiProfile,
  opencodeProfile,
  qwenProfile,
  copilotProfile,
  scriptedProfile,
  genericProfile,
];

/** For one session: a shipped profile by name, the given one, or that of an agent nothing is known of. */
export function profileOf(profile: string | Profile | undefined): Profile {
  const found = typeof profile === "object" ? profile : shipped(profile);
  return { ...found, ...found.forSession?.() };
}

function shipped(profile: string | undefined): Profile {
  const name = profile ?? genericProfile.name;
  const found = shippedProfiles.find((candidate) => candidate.name === name);
  if (found !== undefined) return found;
  const names = shippedProfiles.map((candidate) => candidate.name).join(", ");
  throw new AgentError("not_configured", `there is no agent profile ${name}; there are: ${names}`);
}

import type { PromptIdentity } from "../agent/recording.ts";
import { type PromptParts, renderPrompt } from "../agent/step-prompt.ts";
import type { PromptCounts } from "./prompt-counts.ts";
import { hashOf } from "./text-hash.ts";

/** In the place of a nonce, where a prompt is only shown. */
const noNonce = "-";

/**
 * What a prompt asks at a node, the same in every run that asks it: without nonce, attempt, neighbours that happen to be
 * settled, and what a session is told of an earlier one (docs/adr/0019).
 */
export function promptIdentity(path: string, parts: PromptParts, counts: PromptCounts): PromptIdentity {
  const { stable, data } = parts;
  const instructions = stable ?? parts.instructions;
  const hash = hashOf(JSON.stringify([instructions, data.map(({ label, source, text }) => [label, source, text])]));
  return { path, hash, nth: counts.of(path, hash), text: renderPrompt({ instructions, data }, noNonce) };
}

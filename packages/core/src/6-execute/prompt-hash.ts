import type { PromptParts } from "../agent/step-prompt.ts";
import { hashOf } from "./text-hash.ts";

/** SHA-256 of what a prompt asks, the same in every run that asks it: without nonce, attempt and neighbours (docs/adr/0019). */
export function promptHash({ stable, instructions, data }: PromptParts): string {
  return hashOf(JSON.stringify([stable ?? instructions, data.map(({ label, source, text }) => [label, source, text])]));
}

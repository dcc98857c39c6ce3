import { type PromptIdentity, ReplayMismatch, type SessionRequest, toolLists } from "@agent-markup/core";
import { firstDifference } from "./first-difference.ts";
import { promptKey, type RecordedPrompt } from "./recorded-prompt.ts";

const whatToDo = "undo what changed, or record the run anew";

/** What a recording holds for a prompt of this agent under these tools; throws a `ReplayMismatch` that says what differs. */
export type FindRecorded = (request: SessionRequest, prompt: PromptIdentity) => RecordedPrompt;

export function findRecorded(folder: string, prompts: readonly RecordedPrompt[]): FindRecorded {
  // A prompt that was cut short and asked again stands there twice: the later one counts.
  const byKey = new Map(prompts.map((prompt) => [promptKey(prompt), prompt]));

  return (request, prompt) => {
    const found = byKey.get(promptKey(prompt));
    const { path } = prompt;
    if (found === undefined) throw new ReplayMismatch(path, `${whyMissing(prompt)}; ${whatToDo}`);
    const changed = changes(found, request);
    if (changed === null) return found;
    throw new ReplayMismatch(path, `the prompt to ${path} is recorded in ${folder} ${changed}; ${whatToDo}`);
  };

  function whyMissing({ path, hash, nth, text }: PromptIdentity): string {
    const there = prompts.filter((prompt) => prompt.path === path);
    if (there.length === 0) return `no prompt to ${path} is recorded in ${folder}`;
    const same = new Set(there.flatMap((prompt) => (prompt.hash === hash ? [prompt.nth] : [])));
    if (same.size > 0)
      return `the prompt to ${path} is recorded ${same.size === 1 ? "once" : `${same.size} times`} in ${folder}, and is asked once more`;
    const nearest = there.find((prompt) => prompt.nth === nth) ?? there[0];
    const difference = nearest === undefined ? "" : firstDifference(nearest.prompt, text);
    return `the prompt to ${path} is not the one recorded in ${folder}: ${difference}`;
  }
}

/** Another agent, or other tools, would have answered otherwise. */
function changes(recorded: RecordedPrompt, { agent, model, tools }: SessionRequest): string | null {
  if (recorded.agent !== agent) return `of the agent ${recorded.agent}, and goes to ${agent} now`;
  if (recorded.model !== model) return `of the model ${recorded.model ?? "none"}, and goes to ${model ?? "none"} now`;
  const [then, now] = [recorded.tools, toolLists(tools)].map((lists) => JSON.stringify([lists.allowed, lists.denied]));
  return then === now ? null : `under other tools: ${then} then, ${now} now (allowed, denied)`;
}

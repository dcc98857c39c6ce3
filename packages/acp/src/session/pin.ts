import { AgentError } from "@agent-markup/core";
import { isObject } from "../transport/message.ts";
import type { Call } from "./set-up.ts";
import { type Choice, changedSettings, isSetTo, optionOf, type SessionSettings } from "./settings.ts";

/** The session's settings at any moment: updates change them while a request is under way. */
export interface SettingsHolder {
  settings: SessionSettings;
}

/** Puts the session into a mode and verifies it in the answer (agents.md 4.4). */
export async function pinMode(call: Call, session: string, holder: SettingsHolder, mode: string): Promise<void> {
  if (holder.settings.mode === mode) return;
  const option = optionOf(holder.settings, "mode");
  if (option?.choices.some(({ value }) => value === mode)) {
    await setOption(call, session, holder, option.id, mode);
  } else if (holder.settings.modes.includes(mode)) {
    const before = holder.settings.mode;
    await call("session/set_mode", { sessionId: session, modeId: mode });
    // The answer is empty: some agents tell the new mode in an update before it, others not at all.
    if (holder.settings.mode === before) holder.settings = { ...holder.settings, mode };
  } else {
    const modes = [...new Set([...(option?.choices ?? []).map(({ value }) => value), ...holder.settings.modes])];
    throw new AgentError("mode", `the agent has no mode ${mode}; ${listed(modes, "its modes", "it has none")}`);
  }
  if (holder.settings.mode !== mode) {
    throw new AgentError("mode", `the agent was asked for mode ${mode} and is in ${String(holder.settings.mode)}`);
  }
}

/** Sets another option without which the agent would not ask, and verifies it; not every version has it. */
export async function pinOption(
  call: Call,
  session: string,
  holder: SettingsHolder,
  id: string,
  value: string,
): Promise<void> {
  if (isSetTo(holder.settings, id, value) !== false) return;
  await setOption(call, session, holder, id, value);
  if (isSetTo(holder.settings, id, value) !== true) {
    throw new AgentError("mode", `the agent was asked to set ${id} to ${value} and did not`);
  }
}

/** Verifies the model of an agent that was told of it when it was started. */
export function checkModel({ model: current }: SessionSettings, model: string): void {
  if (current === model) return;
  const has = current === undefined ? "does not say which it has" : `has ${current}`;
  throw new AgentError("model_unavailable", `the agent was started with the model ${model} and ${has}`);
}

/** Chooses the model, by the configuration option of that category (agents.md 4.5). */
export async function chooseModel(call: Call, session: string, holder: SettingsHolder, model: string): Promise<void> {
  const option = optionOf(holder.settings, "model");
  if (option === undefined) {
    throw new AgentError("model_unavailable", `the agent offers no choice of model, so ${model} cannot be had from it`);
  }
  if (option.current === model) return;
  const value = valueFor(option.choices, model);
  if (value === undefined) {
    const known = listed(
      option.choices.map((choice) => choice.value),
      "it has",
      "it lists none",
    );
    throw new AgentError("model_unavailable", `the agent has no model ${model}; ${known}`);
  }
  if (option.current === value) return;
  try {
    await setOption(call, session, holder, option.id, value);
  } catch (error) {
    if (!(error instanceof AgentError) || error.code !== "session") throw error;
    throw new AgentError("model_unavailable", `the agent refused the model ${model}: ${error.message}`, {
      cause: error,
    });
  }
  const current = optionOf(holder.settings, "model")?.current;
  if (current !== value) {
    throw new AgentError("model_unavailable", `the agent was asked for ${model} and stays with ${String(current)}`);
  }
}

/** The agent's value for a model: Qwen makes up values that nobody could know, so that the name will do. */
function valueFor(choices: readonly Choice[], model: string): string | undefined {
  const values = choices.filter(({ value }) => value === model);
  const [only, ...others] = values.length > 0 ? values : choices.filter(({ name }) => name === model);
  return others.length === 0 ? only?.value : undefined;
}

async function setOption(
  call: Call,
  session: string,
  holder: SettingsHolder,
  id: string,
  value: string,
): Promise<void> {
  const answer = await call("session/set_config_option", { sessionId: session, configId: id, value });
  if (isObject(answer)) holder.settings = changedSettings(holder.settings, answer) ?? holder.settings;
}

function listed(names: readonly string[], some: string, none: string): string {
  if (names.length === 0) return none;
  const shown = names.slice(0, 20).join(", ");
  return `${some}: ${shown}${names.length > 20 ? ` and ${names.length - 20} more` : ""}`;
}

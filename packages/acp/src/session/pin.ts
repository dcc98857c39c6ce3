import { AgentError } from "@agent-markup/core";
import { isObject } from "../transport/message.ts";
import type { Call } from "./set-up.ts";
import { changedSettings, optionOf, type SessionSettings } from "./settings.ts";

/** The session's settings at any moment: updates change them while a request is under way. */
export interface SettingsHolder {
  settings: SessionSettings;
}

/** Puts the session into a mode and verifies it in the answer (agents.md 4.4). */
export async function pinMode(call: Call, session: string, holder: SettingsHolder, mode: string): Promise<void> {
  if (holder.settings.mode === mode) return;
  const option = optionOf(holder.settings, "mode");
  if (option?.values.includes(mode)) {
    await setOption(call, session, holder, option.id, mode);
  } else if (holder.settings.modes.includes(mode)) {
    const before = holder.settings.mode;
    await call("session/set_mode", { sessionId: session, modeId: mode });
    // The answer is empty: some agents tell the new mode in an update before it, others not at all.
    if (holder.settings.mode === before) holder.settings = { ...holder.settings, mode };
  } else {
    const modes = [...new Set([...(option?.values ?? []), ...holder.settings.modes])];
    throw new AgentError("mode", `the agent has no mode ${mode}; ${listed(modes, "its modes", "it has none")}`);
  }
  if (holder.settings.mode !== mode) {
    throw new AgentError("mode", `the agent was asked for mode ${mode} and is in ${String(holder.settings.mode)}`);
  }
}

/** Chooses the model, by the configuration option of that category (agents.md 4.5). */
export async function chooseModel(call: Call, session: string, holder: SettingsHolder, model: string): Promise<void> {
  const option = optionOf(holder.settings, "model");
  if (option === undefined) {
    throw new AgentError("model_unavailable", `the agent offers no choice of model, so ${model} cannot be had from it`);
  }
  if (option.current === model) return;
  if (!option.values.includes(model)) {
    const known = listed(option.values, "it has", "it lists none");
    throw new AgentError("model_unavailable", `the agent has no model ${model}; ${known}`);
  }
  try {
    await setOption(call, session, holder, option.id, model);
  } catch (error) {
    if (!(error instanceof AgentError) || error.code !== "session") throw error;
    throw new AgentError("model_unavailable", `the agent refused the model ${model}: ${error.message}`, {
      cause: error,
    });
  }
  const current = optionOf(holder.settings, "model")?.current;
  if (current !== model) {
    throw new AgentError("model_unavailable", `the agent was asked for ${model} and stays with ${String(current)}`);
  }
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

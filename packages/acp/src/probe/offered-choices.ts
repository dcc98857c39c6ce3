import { optionOf, settingsOf } from "../session/settings.ts";
import { isObject } from "../transport/message.ts";

/** What a session may be set to, and what it is set to. */
export interface Offered {
  readonly current: string | null;
  readonly available: readonly string[];
}

/** The modes and models in an answer to `session/new`, in either of the forms that agents give them; null for none. */
export function offeredChoices(result: Record<string, unknown>): {
  readonly modes: Offered | null;
  readonly models: Offered | null;
} {
  const settings = settingsOf(result);
  const modes = [
    ...new Set([...settings.modes, ...(optionOf(settings, "mode")?.choices.map(({ value }) => value) ?? [])]),
  ];
  const option = optionOf(settings, "model");
  const listed = isObject(result.models) ? result.models : {};
  const ids = Array.isArray(listed.availableModels) ? listed.availableModels : [];
  const models =
    option?.choices.map(({ value }) => value) ?? ids.flatMap((model) => (isObject(model) ? textOf(model.modelId) : []));
  return {
    modes: offered(settings.mode, modes),
    models: offered(option?.current ?? listed.currentModelId, models),
  };
}

function offered(current: unknown, available: readonly string[]): Offered | null {
  const chosen = typeof current === "string" ? current : null;
  return chosen === null && available.length === 0 ? null : { current: chosen, available };
}

function textOf(value: unknown): string[] {
  return typeof value === "string" ? [value] : [];
}

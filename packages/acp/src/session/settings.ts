import { isObject } from "../transport/message.ts";

/** A choice the agent offers for its session: its mode, its model, ... */
export interface ConfigOption {
  readonly id: string;
  readonly category: string;
  readonly current: unknown;
  readonly choices: readonly Choice[];
}

/** One value of an option; the name is for people, who often know only that. */
export interface Choice {
  readonly value: string;
  readonly name: string;
}

/** What a session can be set to, as the agent last told it. */
export interface SessionSettings {
  readonly mode: string | undefined;
  /** Modes that `session/set_mode` takes. */
  readonly modes: readonly string[];
  /** What an agent without an option for it says when the session opens. */
  readonly model: string | undefined;
  readonly options: readonly ConfigOption[];
}

/** The settings in the answer to `session/new` or `session/load`. */
export function settingsOf(result: Record<string, unknown>): SessionSettings {
  const modes = isObject(result.modes) ? result.modes : {};
  const options = configOptions(result.configOptions);
  const available = Array.isArray(modes.availableModes) ? modes.availableModes : [];
  const models = isObject(result.models) ? result.models : {};
  return {
    mode: text(modes.currentModeId) ?? modeOf(options),
    modes: available.flatMap((mode) => (isObject(mode) && typeof mode.id === "string" ? [mode.id] : [])),
    model: text(models.currentModelId),
    options,
  };
}

/** The settings after an update of mode or options, or the answer to a change; null for anything else. */
export function changedSettings(settings: SessionSettings, update: Record<string, unknown>): SessionSettings | null {
  if (Array.isArray(update.configOptions)) {
    const options = configOptions(update.configOptions);
    return { ...settings, options, mode: modeOf(options) ?? settings.mode };
  }
  const mode = text(update.currentModeId);
  return mode === undefined ? null : { ...settings, mode };
}

/** What changed beside the mode, such as a model that the agent fell back to. */
export function changedOptions(before: SessionSettings, after: SessionSettings): string[] {
  return after.options.flatMap(({ id, category, current }) => {
    const earlier = before.options.find((option) => option.id === id)?.current;
    if (category === "mode" || earlier === current) return [];
    return [`the agent changed its ${id} from ${String(earlier)} to ${String(current)}`];
  });
}

/** Whether an option has this value; undefined where the agent has no such option. */
export function isSetTo({ options }: SessionSettings, id: string, value: string): boolean | undefined {
  const option = options.find((candidate) => candidate.id === id);
  return option === undefined ? undefined : option.current === value;
}

export function optionOf(settings: SessionSettings, category: string): ConfigOption | undefined {
  return settings.options.find((option) => option.category === category);
}

function modeOf(options: readonly ConfigOption[]): string | undefined {
  return text(options.find(({ category }) => category === "mode")?.current);
}

function configOptions(value: unknown): ConfigOption[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((option) => {
    if (!isObject(option) || typeof option.id !== "string") return [];
    const { id, category, currentValue: current, options } = option;
    return [{ id, category: text(category) ?? "", current, choices: choicesOf(options) }];
  });
}

/** Choices are listed flat or in groups. */
function choicesOf(options: unknown): Choice[] {
  if (!Array.isArray(options)) return [];
  return options.flatMap((option) => {
    if (!isObject(option)) return [];
    const { value } = option;
    return typeof value === "string" ? [{ value, name: text(option.name) ?? value }] : choicesOf(option.options);
  });
}

function text(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

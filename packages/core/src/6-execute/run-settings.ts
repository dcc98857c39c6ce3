import type { AgentFile } from "../3-register/agent-file.ts";
import { layers } from "../3-register/package.ts";
import { type TrustLevel, trustLevels } from "../5-authorise/trust.ts";
import type { RecordingUse } from "../agent/recording.ts";
import type { CheckSource } from "../check.ts";
import type { BudgetLimits } from "./budget.ts";
import type { RunSource } from "./prepare.ts";

/** What a run was started with, kept so that a resume goes on under the same terms. */
export interface RunSettings {
  readonly trust: TrustLevel;
  readonly params: Readonly<Record<string, string>>;
  readonly maxParallel: number;
  readonly agentGates: boolean;
  readonly budget: BudgetLimits;
  /** Label of the permission policy; null when no agent may be reached. */
  readonly permissions: string | null;
  /** The document's package, the sources whose definitions it saw and the configured defaults, as they were. */
  readonly sources: Pick<RunSource, "package" | "definitions" | "defaults" | "agents">;
  /** The agent that the host had serve every name. */
  readonly agent?: string;
  /** Where its agents' turns are recorded, or served from: it goes on so. */
  readonly recording?: RecordingUse;
  /** By place: the plans whose ids were chosen, as they were called when the run began (diagram.md 1). */
  readonly planIds?: Readonly<Record<string, string>>;
  /** Somebody outside follows its plan call by call (diagram.md 6): the runtime does not drive it. */
  readonly guided?: true;
}

/** Reads the settings that a store kept. Throws for settings that no run of this version wrote. */
export function readRunSettings(value: unknown): RunSettings {
  const nothing: { [Name in keyof RunSettings]: unknown } = {
    trust: null,
    params: null,
    maxParallel: null,
    permissions: null,
    agentGates: true,
    budget: {},
    sources: {},
    guided: false,
    recording: null,
    agent: null,
    planIds: {},
  };
  const settings = { ...nothing, ...(isObject(value) ? value : {}) };
  const trust = trustLevels.find((level) => level === settings.trust);
  const { params, maxParallel, permissions } = settings;
  if (trust === undefined || !isTextRecord(params) || typeof maxParallel !== "number") throw unreadable(value);
  if (permissions !== null && typeof permissions !== "string") throw unreadable(value);
  return {
    trust,
    params,
    maxParallel,
    agentGates: settings.agentGates !== false,
    permissions,
    budget: limitsOf(settings.budget),
    sources: sourcesOf(settings.sources),
    ...(typeof settings.agent === "string" ? { agent: settings.agent } : {}),
    ...recordingOf(settings.recording),
    ...(isTextRecord(settings.planIds) && Object.keys(settings.planIds).length > 0
      ? { planIds: settings.planIds }
      : {}),
    ...(settings.guided === true ? { guided: true } : {}),
  };
}

function limitsOf(value: unknown): BudgetLimits {
  const { timeMs, steps }: { timeMs?: unknown; steps?: unknown } = isObject(value) ? value : {};
  return { ...(typeof timeMs === "number" ? { timeMs } : {}), ...(typeof steps === "number" ? { steps } : {}) };
}

function recordingOf(value: unknown): Pick<RunSettings, "recording"> {
  const { mode, folder }: { mode?: unknown; folder?: unknown } = isObject(value) ? value : {};
  if ((mode !== "record" && mode !== "replay") || typeof folder !== "string") return {};
  return { recording: { mode, folder } };
}

function sourcesOf(value: unknown): RunSettings["sources"] {
  const found: { package?: unknown; definitions?: unknown; defaults?: unknown; agents?: unknown } = isObject(value)
    ? value
    : {};
  const agents = Array.isArray(found.agents) ? found.agents.flatMap(agentFileOf) : [];
  const definitions = Array.isArray(found.definitions) ? found.definitions.flatMap(sourceOf) : [];
  return {
    ...packageOf(found.package),
    ...(definitions.length === 0 ? {} : { definitions }),
    ...(isTextRecord(found.defaults) ? { defaults: found.defaults } : {}),
    ...(agents.length === 0 ? {} : { agents }),
  };
}

function agentFileOf(value: unknown): AgentFile[] {
  const nothing: { [Name in keyof AgentFile]?: unknown } = {};
  const found = isObject(value) ? { ...nothing, ...value } : nothing;
  const { name, file, layer, description, persona, model, problem } = found;
  if (typeof name !== "string" || typeof file !== "string" || (layer !== "project" && layer !== "user")) return [];
  return [
    {
      name,
      file,
      layer,
      description: typeof description === "string" ? description : "",
      persona: typeof persona === "string" ? persona : "",
      tools: found.tools === null ? null : texts(found.tools),
      ...(typeof model === "string" ? { model } : {}),
      ...(typeof problem === "string" ? { problem } : {}),
    },
  ];
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

function sourceOf(value: unknown): CheckSource[] {
  const {
    file,
    text,
    package: owner,
  }: { file?: unknown; text?: unknown; package?: unknown } = isObject(value) ? value : {};
  return typeof file === "string" && typeof text === "string" ? [{ file, text, ...packageOf(owner) }] : [];
}

function packageOf(value: unknown): Pick<CheckSource, "package"> {
  const given: { name?: unknown; layer?: unknown; folder?: unknown; allowedTools?: unknown } = isObject(value)
    ? value
    : {};
  const { name, layer, folder, allowedTools } = given;
  const known = layers.find((candidate) => candidate === layer);
  if (typeof name !== "string" || known === undefined) return {};
  const placed = typeof folder === "string" ? { folder } : {};
  return {
    package: {
      name,
      layer: known,
      ...placed,
      ...(allowedTools === undefined ? {} : { allowedTools: texts(allowedTools) }),
    },
  };
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isTextRecord(value: unknown): value is Record<string, string> {
  return isObject(value) && Object.values(value).every((item) => typeof item === "string");
}

function unreadable(value: unknown): TypeError {
  return new TypeError(`the settings of the run are not readable: ${JSON.stringify(value)}`);
}

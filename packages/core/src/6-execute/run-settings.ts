import { type TrustLevel, trustLevels } from "../5-authorise/trust.ts";
import type { BudgetLimits } from "./budget.ts";

/** What a run was started with, kept so that a resume goes on under the same terms. */
export interface RunSettings {
  readonly trust: TrustLevel;
  readonly params: Readonly<Record<string, string>>;
  readonly maxParallel: number;
  readonly budget: BudgetLimits;
  /** Label of the permission policy; null when no agent may be reached. */
  readonly permissions: string | null;
}

/** Reads the settings that a store kept. Throws for settings that no run of this version wrote. */
export function readRunSettings(value: unknown): RunSettings {
  const nothing: { [Name in keyof RunSettings]: unknown } = {
    trust: null,
    params: null,
    maxParallel: null,
    permissions: null,
    budget: {},
  };
  const settings = { ...nothing, ...(isObject(value) ? value : {}) };
  const trust = trustLevels.find((level) => level === settings.trust);
  const { params, maxParallel, permissions } = settings;
  if (trust === undefined || !isTextRecord(params) || typeof maxParallel !== "number") throw unreadable(value);
  if (permissions !== null && typeof permissions !== "string") throw unreadable(value);
  return { trust, params, maxParallel, permissions, budget: limitsOf(settings.budget) };
}

function limitsOf(value: unknown): BudgetLimits {
  const { timeMs, steps }: { timeMs?: unknown; steps?: unknown } = isObject(value) ? value : {};
  return { ...(typeof timeMs === "number" ? { timeMs } : {}), ...(typeof steps === "number" ? { steps } : {}) };
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

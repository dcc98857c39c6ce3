/** The run that a process belongs to: what the last rung of containment looks for (agents.md 6). */
export const runMarkerName = "AML_RUN_MARKER";

/** What a command needs to find programs, a home, and the user's language; secrets are not among it (agents.md 4). */
const allowedNames = [
  "PATH",
  "HOME",
  "USER",
  "LOGNAME",
  "SHELL",
  "LANG",
  "LANGUAGE",
  "LC_*",
  "TERM",
  "COLORTERM",
  "NO_COLOR",
  "TMPDIR",
  "TZ",
  "XDG_CACHE_HOME",
  "XDG_CONFIG_HOME",
  "XDG_DATA_HOME",
  "XDG_RUNTIME_DIR",
  "XDG_STATE_HOME",
] as const;

export interface EnvironmentRequest {
  /** The runtime's own environment, usually `process.env`. */
  readonly inherited: Readonly<Record<string, string | undefined>>;
  /** Names the configuration adds to the allow list; a trailing `*` stands for the rest of a name. */
  readonly allow?: readonly string[];
  /** Set whatever was inherited. */
  readonly values?: Readonly<Record<string, string>>;
}

/** The environment of a command: an allow list of what was inherited, plus explicit values (agents.md 4). */
export function environmentOf({ inherited, allow = [], values = {} }: EnvironmentRequest): Record<string, string> {
  const patterns = [...allowedNames, ...allow];
  const environment: Record<string, string> = {};
  for (const [name, value] of Object.entries(inherited)) {
    if (value !== undefined && patterns.some((pattern) => matches(pattern, name))) environment[name] = value;
  }
  return { ...environment, ...values };
}

/** What `environmentOf` passes on only because of the names that the configuration adds: usually keys. */
export function addedEnvironment({
  inherited,
  allow = [],
}: Omit<EnvironmentRequest, "values">): Readonly<Record<string, string>> {
  const usual = environmentOf({ inherited });
  const all = Object.entries(environmentOf({ inherited, allow }));
  return Object.fromEntries(all.filter(([name]) => !Object.hasOwn(usual, name)));
}

function matches(pattern: string, name: string): boolean {
  return pattern.endsWith("*") ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
}

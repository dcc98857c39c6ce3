/** Names that a host allows and denies; `*` stands for all. Without `allow`, what is not denied is allowed. */
export interface NameLimit {
  readonly deny?: readonly string[];
  readonly allow?: readonly string[];
}

/**
 * What documents may reach beside tools and capabilities, however far they are trusted (language.md 7.5). Each list holds
 * the limits of one place, as of the user's and of the project's configuration, and a name has to pass them all.
 */
export interface HostLimits {
  readonly agents?: readonly NameLimit[];
  readonly models?: readonly NameLimit[];
  /** By the name that a `<session>` or a step gives it; one without a name is `*`. */
  readonly sessions?: readonly NameLimit[];
}

/** Whether a name passes every limit. */
export function permits(limits: readonly NameLimit[] | undefined, name: string): boolean {
  const holds = (names: readonly string[]) => names.includes(name) || names.includes("*");
  return (limits ?? []).every(({ deny = [], allow }) => !holds(deny) && (allow === undefined || holds(allow)));
}

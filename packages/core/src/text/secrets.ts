/** Shorter ones would garble what is written and protect nothing. */
const shortestSecret = 8;

const secretName = /key|token|secret|pass|credential|auth|cookie/i;
const openName = /(?:model|mode|path|dir|home|host|port|level|region|lang)$/i;
/** Words, numbers, paths, and addresses without a user or a query. */
const openValue = /^(?:[a-z]+(?:[-_ ][a-z]+)*|[\d.]+|\/\S*|https?:\/\/[^@?\s]*)$/i;

/**
 * Values of environment variables that must never be written down (agents.md 3): all but plain words, paths and addresses
 * under names that say nothing of a secret.
 */
export function secretsAmong(variables: Readonly<Record<string, string>>): readonly string[] {
  return longEnough(
    Object.entries(variables).flatMap(([name, value]) =>
      secretName.test(name) || !(openName.test(name) || openValue.test(value)) ? [value] : [],
    ),
  );
}

/** Values of headers, and what stands behind a scheme such as `Bearer`: it may be repeated without it. */
export function secretsOfHeaders(headers: Readonly<Record<string, string>>): readonly string[] {
  return longEnough(
    Object.values(headers).flatMap((value) => [value, ...(/^\w+ +(\S+)$/.exec(value)?.slice(1) ?? [])]),
  );
}

function longEnough(values: readonly string[]): readonly string[] {
  return [...new Set(values.filter(({ length }) => length >= shortestSecret))];
}

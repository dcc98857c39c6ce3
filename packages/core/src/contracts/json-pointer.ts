/** A place in a value, written out only where it is needed: most are not. */
export type Path = { readonly key: string | number; readonly above: Path } | null;

/** The path as a JSON Pointer (RFC 6901); empty for the value itself. */
export function pointerTo(path: Path): string {
  const keys: string[] = [];
  for (let step = path; step !== null; step = step.above)
    keys.push(`/${String(step.key).replaceAll("~", "~0").replaceAll("/", "~1")}`);
  return keys.reverse().join("");
}

/** The keys that a JSON Pointer goes through. */
export function keysOf(pointer: string): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
}

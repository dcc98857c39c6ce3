/** Gives each thing a name of its own: the wanted one, numbered where it is taken already. */
export function uniqueNames<T>(things: Iterable<T>, wanted: (thing: T) => string): ReadonlyMap<T, string> {
  const names = new Map<T, string>();
  const taken = new Set<string>();
  const next = new Map<string, number>();
  for (const thing of things) {
    const plain = wanted(thing);
    let name = plain;
    for (let number = next.get(plain) ?? 2; taken.has(name); number++) {
      name = `${plain}${number}`;
      next.set(plain, number + 1);
    }
    taken.add(name);
    names.set(thing, name);
  }
  return names;
}

import { randomBytes } from "node:crypto";

/** Short enough to type, and begins with a letter so that it is never taken for an option or a number. */
export function newRunId(): string {
  const letters = "abcdefghjkmnpqrstuvwxyz";
  const characters = `${letters}23456789`;
  return [...randomBytes(8)]
    .map((byte, index) => (index === 0 ? letters : characters).at(byte % (index === 0 ? 23 : 31)))
    .join("");
}

/** A run's id names files too. Throws for one that a host may not choose. */
export function chosenRunId(id: string): string {
  if (/^[A-Za-z][A-Za-z0-9_-]{0,63}$/.test(id)) return id;
  throw new TypeError(`"${id}" cannot be the id of a run: a letter, then at most 63 letters, digits, "-" and "_"`);
}

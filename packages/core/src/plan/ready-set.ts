/**
 * A set of node indexes kept in order: a bit per node, above it a bit per word, and so on up to one word. Adding, removing
 * and finding the next take one step per level (four for a million nodes), and any member can be removed, not only the first.
 */
export interface ReadySet {
  readonly levels: readonly Uint32Array[];
  size: number;
}

/** An empty set for indexes below `capacity`. */
export function readySet(capacity: number): ReadySet {
  const levels: Uint32Array[] = [];
  let width = capacity;
  do {
    width = Math.max(1, Math.ceil(width / 32));
    levels.push(new Uint32Array(width));
  } while (width > 1);
  return { levels, size: 0 };
}

/** Whether the index is a member. */
export function isMember(set: Readonly<ReadySet>, index: number): boolean {
  return (wordAt(set, 0, index >>> 5) & (1 << (index & 31))) !== 0;
}

/** Adds an index; adding a member changes nothing. */
export function addMember(set: ReadySet, index: number): void {
  if (isMember(set, index)) return;
  set.size += 1;
  let at = index;
  for (const words of set.levels) {
    const word = at >>> 5;
    words[word] = (words[word] ?? 0) | (1 << (at & 31));
    at = word;
  }
}

/** Removes an index; removing what is no member changes nothing. */
export function removeMember(set: ReadySet, index: number): void {
  if (!isMember(set, index)) return;
  set.size -= 1;
  let at = index;
  for (const words of set.levels) {
    const word = at >>> 5;
    const left = (words[word] ?? 0) & ~(1 << (at & 31));
    words[word] = left;
    if (left !== 0) return;
    at = word;
  }
}

/** The smallest member that is not below `from`, or -1. */
export function nextMember(set: Readonly<ReadySet>, from: number): number {
  let at = from;
  for (let level = 0; level < set.levels.length; level += 1) {
    const word = at >>> 5;
    const bits = wordAt(set, level, word) & (-1 << (at & 31));
    if (bits !== 0) return descend(set, level, word * 32 + lowestBit(bits));
    at = word + 1;
  }
  return -1;
}

function descend(set: Readonly<ReadySet>, level: number, at: number): number {
  let found = at;
  for (let below = level - 1; below >= 0; below -= 1) found = found * 32 + lowestBit(wordAt(set, below, found));
  return found;
}

function wordAt(set: Readonly<ReadySet>, level: number, word: number): number {
  return set.levels[level]?.[word] ?? 0;
}

function lowestBit(bits: number): number {
  return 31 - Math.clz32(bits & -bits);
}

import type { ImplementationDefinition, InterfaceDefinition } from "../3-register/definition.ts";
import type { Package } from "../3-register/package.ts";
import { implementationsOf, type Registry } from "../3-register/registry.ts";

/** Implementations that equal hints leave, and the one of strictly highest priority among them. */
export interface Candidates {
  readonly members: ReadonlySet<ImplementationDefinition>;
  readonly highest: ImplementationDefinition | undefined;
}

export interface Hints {
  readonly language: string | undefined;
  readonly framework: string | undefined;
}

/** The implementations a package sees of one interface, grouped by every hint that can be given (language.md 6). */
export interface CandidateIndex {
  readonly all: readonly ImplementationDefinition[];
  matching(hints: Hints): Candidates | undefined;
}

/** Looks up and groups once per interface: a document may ask for one of many implementations many times. */
export function candidateIndexes(
  registry: Registry,
  from: Package,
): (target: InterfaceDefinition | string) => CandidateIndex {
  const indexes = new Map<InterfaceDefinition | string, CandidateIndex>();
  return (target) => {
    const index = indexes.get(target) ?? indexOf(implementationsOf(registry, from, target));
    indexes.set(target, index);
    return index;
  };
}

function indexOf(all: readonly ImplementationDefinition[]): CandidateIndex {
  const members = new Map<string, ImplementationDefinition[]>();
  for (const candidate of all) {
    const { language, framework } = candidate;
    const hints = [{ language, framework }, { language }, { framework }, {}];
    for (const key of new Set(hints.map((hint) => keyOf({ language: undefined, framework: undefined, ...hint })))) {
      const group = members.get(key);
      if (group === undefined) members.set(key, [candidate]);
      else group.push(candidate);
    }
  }
  const groups = new Map([...members].map(([key, group]) => [key, candidatesOf(group)]));
  return { all, matching: (hints) => groups.get(keyOf(hints)) };
}

function candidatesOf(group: readonly ImplementationDefinition[]): Candidates {
  const priority = group.reduce((top, candidate) => Math.max(top, candidate.priority), Number.NEGATIVE_INFINITY);
  const [first, ...others] = group.filter((candidate) => candidate.priority === priority);
  return { members: new Set(group), highest: others.length === 0 ? first : undefined };
}

function keyOf({ language, framework }: Hints): string {
  return JSON.stringify([language ?? null, framework ?? null]);
}

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addMember, isMember, nextMember, type ReadySet, readySet, removeMember } from "./ready-set.ts";

function membersOf(set: ReadySet): number[] {
  const members: number[] = [];
  for (let next = nextMember(set, 0); next !== -1; next = nextMember(set, next + 1)) members.push(next);
  return members;
}

describe("a ready set", () => {
  it("is empty at first, also when it can hold nothing", () => {
    for (const capacity of [0, 1, 32, 33, 100_000]) {
      expect(membersOf(readySet(capacity))).toEqual([]);
      expect(readySet(capacity).size).toBe(0);
    }
  });

  it("counts a member once, and the removal of a stranger not at all", () => {
    const set = readySet(10);
    addMember(set, 3);
    addMember(set, 3);
    removeMember(set, 4);
    expect(set.size).toBe(1);
    removeMember(set, 3);
    removeMember(set, 3);
    expect(set.size).toBe(0);
  });

  it("finds members across the borders of its words and levels", () => {
    const set = readySet(40_000);
    const members = [0, 31, 32, 63, 1023, 1024, 32_767, 32_768, 39_999];
    for (const member of members.toReversed()) addMember(set, member);
    expect(membersOf(set)).toEqual(members);
    expect(nextMember(set, 39_999)).toBe(39_999);
    expect(nextMember(set, 40_000)).toBe(-1);
  });

  it("agrees with a sorted set whatever is added and removed", () => {
    // Few places, so that members are removed and not only strangers, in words that stand apart.
    const index = fc.tuple(fc.constantFrom(0, 32, 1_024, 2_048), fc.nat(4)).map(([word, bit]) => word + bit);
    const operation = fc.record({ index, add: fc.boolean(), from: fc.oneof(index, fc.nat(2_200)) });
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 300 }), (operations) => {
        const set = readySet(2_100);
        const model = new Set<number>();
        for (const { index, add, from } of operations) {
          if (add) addMember(set, index);
          else removeMember(set, index);
          if (add) model.add(index);
          else model.delete(index);
          const sorted = [...model].sort((a, b) => a - b);
          expect(isMember(set, index)).toBe(add);
          expect(nextMember(set, from)).toBe(sorted.find((member) => member >= from) ?? -1);
          expect(set.size).toBe(model.size);
        }
        expect(membersOf(set)).toEqual([...model].sort((a, b) => a - b));
      }),
    );
  });
});

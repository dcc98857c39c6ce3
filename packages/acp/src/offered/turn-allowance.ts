import type { Turn } from "../session/turn.ts";

const maxCalls = 1_000;
/** Of what is written down of calls and their replies. */
const maxBytes = 64 * 1024 * 1024;

export interface TurnAllowance {
  /** Counts one call of a turn; says why it is not made, once the calls or the bytes are used up. */
  spend(turn: Turn, bytes: number): { readonly refused: string; readonly isFirst: boolean } | null;
  /** What a call has come to counts too. */
  add(turn: Turn, bytes: number): void;
}

/** What one turn may have of the runtime's tools: an agent that calls for ever would fill the record, and is never idle. */
export function turnAllowance(): TurnAllowance {
  const spent = new WeakMap<Turn, { calls: number; bytes: number; hasRefused: boolean }>();
  const of = (turn: Turn) => {
    const counted = spent.get(turn) ?? { calls: 0, bytes: 0, hasRefused: false };
    spent.set(turn, counted);
    return counted;
  };
  return {
    spend(turn, bytes) {
      const counted = of(turn);
      const refused = whyNot(counted.calls + 1, counted.bytes + bytes);
      if (refused !== null) {
        const isFirst = !counted.hasRefused;
        counted.hasRefused = true;
        return { refused, isFirst };
      }
      counted.calls += 1;
      counted.bytes += bytes;
      return null;
    },
    add(turn, bytes) {
      of(turn).bytes += bytes;
    },
  };
}

function whyNot(calls: number, bytes: number): string | null {
  if (calls > maxCalls) return `a turn may have ${maxCalls} calls, and has had them: end the turn`;
  if (bytes > maxBytes) return `the calls of a turn and their replies may have ${maxBytes} bytes in all: end the turn`;
  return null;
}

import type { Step, Turn } from "./script.ts";

/** Gives the steps of the first turn that fits a prompt; undefined when none does. */
export function turnChooser(turns: readonly Turn[]): (prompt: string) => readonly Step[] | undefined {
  const served = new Map<Turn, number>();
  let prompts = 0;
  return (prompt) => {
    const index = prompts++;
    const turn = turns.find(
      (candidate) =>
        (candidate.match === undefined || prompt.includes(candidate.match)) &&
        (candidate.index === undefined || candidate.index === index) &&
        (candidate.times === undefined || (served.get(candidate) ?? 0) < candidate.times),
    );
    if (turn === undefined) return undefined;
    served.set(turn, (served.get(turn) ?? 0) + 1);
    return turn.steps;
  };
}

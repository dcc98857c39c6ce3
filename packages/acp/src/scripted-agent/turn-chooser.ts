import type { Step, Turn } from "./script.ts";

/** Gives the steps of the first turn that fits a prompt, of a session that was brought back or not; undefined when none does. */
export function turnChooser(
  turns: readonly Turn[],
): (prompt: string, isContinued: boolean) => readonly Step[] | undefined {
  const served = new Map<Turn, number>();
  let prompts = 0;
  return (prompt, isContinued) => {
    const index = prompts++;
    const turn = turns.find(
      (candidate) =>
        (candidate.match === undefined || prompt.includes(candidate.match)) &&
        (candidate.index === undefined || candidate.index === index) &&
        (candidate.continued === undefined || candidate.continued === isContinued) &&
        (candidate.times === undefined || (served.get(candidate) ?? 0) < candidate.times),
    );
    if (turn === undefined) return undefined;
    served.set(turn, (served.get(turn) ?? 0) + 1);
    return turn.steps;
  };
}

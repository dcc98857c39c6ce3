import { Interrupted } from "../exit.ts";

/** Asks the person at the terminal; null when there is none to ask. */
export function askOnTerminal(): ((question: string) => Promise<boolean>) | null {
  if (process.stdin.isTTY !== true || process.stderr.isTTY !== true) return null;
  return async (question) => {
    const { confirm, isCancel } = await import("@clack/prompts");
    const answer = await confirm({ message: question, initialValue: false, output: process.stderr });
    if (isCancel(answer)) throw new Interrupted();
    return answer;
  };
}

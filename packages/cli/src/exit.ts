/** Exit codes of every command (DESIGN.md 6). */
export const exitCode = { done: 0, failed: 1, usage: 2, waiting: 3, interrupted: 130 } as const;

export type ExitCode = (typeof exitCode)[keyof typeof exitCode];

/** The command cannot do what was asked for as it was asked: says what is wrong and what to type instead. Exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
  readonly help: string | undefined;
  constructor(message: string, help?: string) {
    super(message);
    this.help = help;
  }
}

/** The person pressed Ctrl-C at a question. Exit code 130. */
export class Interrupted extends Error {
  override readonly name = "Interrupted";
}

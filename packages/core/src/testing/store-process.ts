import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const program = fileURLToPath(new URL("../store/fixtures/store-process.mjs", import.meta.url));

/** A process that uses the built store; see `fixtures/store-process.mjs` for its commands. */
export interface StoreProcess {
  readonly pid: number | undefined;
  /** The next line that it tells; null when there are no more. */
  next(): Promise<unknown>;
  /** Sends it on to what it waits to do. */
  go(): void;
  kill(): void;
  /** All lines that were not read, and how it ended. */
  ended(): Promise<{
    readonly lines: readonly unknown[];
    readonly code: number | null;
    readonly signal: string | null;
  }>;
}

export interface StoreProcessOptions {
  /** The SQLite driver. */
  readonly driver: string;
  readonly crashAt?: string;
  /** The user it goes on as, when this one may do anything. */
  readonly user?: number;
}

export function storeProcess(options: StoreProcessOptions, ...words: readonly string[]): StoreProcess {
  const { driver, crashAt, user } = options;
  const env = {
    ...process.env,
    AML_SQLITE: driver,
    ...(crashAt === undefined ? {} : { AML_CRASH_AT: crashAt }),
    ...(user === undefined ? {} : { STORE_USER: `${user}` }),
  };
  const child = spawn(process.execPath, ["--no-warnings", program, ...words], {
    env,
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const exit = new Promise<{ code: number | null; signal: string | null }>((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (code, signal) => resolve({ code, signal }));
  });
  const next = async (): Promise<unknown> => {
    const { value, done } = await lines.next();
    return done ? null : JSON.parse(value);
  };
  return {
    pid: child.pid,
    next,
    go: () => child.stdin.write("\n"),
    kill: () => child.kill("SIGKILL"),
    async ended() {
      child.stdin.end();
      const rest: unknown[] = [];
      for (let line = await next(); line !== null; line = await next()) rest.push(line);
      return { lines: rest, ...(await exit) };
    },
  };
}

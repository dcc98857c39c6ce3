import { appendFileSync } from "node:fs";

/** Writes down one line of JSON: a message as it came, or `{ "event": ... }`. */
export type Log = (line: string) => void;

/** Each line is in the file before anything is done about it, so that it outlives the agent. */
export function logIn(file: string | undefined): Log {
  return (line) => {
    if (file !== undefined) appendFileSync(file, `${line}\n`);
  };
}

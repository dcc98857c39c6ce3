import { spawn } from "node:child_process";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { repository, type TestProject } from "./project.ts";

/** Runs a program on a terminal of its own, 40 lines of 100 columns, and passes on what is typed and shown. */
const onTerminal = `
import fcntl, os, pty, select, struct, sys, termios
os.environ["TERM"] = "xterm"
program, terminal = pty.fork()
if program == 0:
    fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 100, 0, 0))
    os.execvp(sys.argv[1], sys.argv[1:])
while True:
    for source in select.select([0, terminal], [], [])[0]:
        try:
            data = os.read(source, 65536)
        except OSError:
            data = b""
        if data:
            os.write(1 if source == terminal else terminal, data)
        elif source == terminal:
            sys.exit(os.waitstatus_to_exitcode(os.waitpid(program, 0)[1]))
`;

/** The command on a terminal, with a person who types. */
export interface Terminal {
  /** Resolves when the screen has shown the text since it was last waited for; rejects when the program ends first. */
  shows(text: string): Promise<void>;
  type(keys: string): void;
  readonly exitCode: Promise<number | null>;
}

/** `aml` as it is typed at a terminal. */
export function atTerminal({ root }: TestProject, ...args: readonly string[]): Terminal {
  const command = join(repository, "packages/cli/dist/aml.js");
  const child = spawn("python3", ["-c", onTerminal, process.execPath, command, ...args], {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: root, XDG_CONFIG_HOME: join(root, ".user"), NO_COLOR: "1" },
    stdio: "pipe",
  });
  onTestFinished(() => void child.kill());
  let unseen = "";
  let check: () => void = () => {};
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    unseen += text;
    check();
  });
  const exitCode = new Promise<number | null>((resolve) => void child.once("close", resolve));
  return {
    exitCode,
    type: (keys) => void child.stdin.write(keys),
    shows: (text) =>
      new Promise((resolve, reject) => {
        check = () => {
          const at = unseen.indexOf(text);
          if (at === -1) return;
          unseen = unseen.slice(at + text.length);
          check = () => {};
          resolve();
        };
        check();
        void exitCode.then(() => reject(new Error(`ended before showing ${text}: ${unseen}`)));
      }),
  };
}

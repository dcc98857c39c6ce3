import type { Paint } from "@agent-markup/core";
import picocolors from "picocolors";

type Colors = ReturnType<typeof picocolors.createColors>;

/** Where a command writes: results to stdout, progress and errors to stderr; the only place that touches either. */
export interface Output {
  result(text: string): void;
  /** Writes to stdout as it is, without a newline: for text that somebody else wrote. */
  verbatim(text: string): void;
  progress(text: string): void;
  /** Live views repaint; everything else writes lines. */
  readonly isLive: boolean;
  readonly width: number;
  /** Columns of stdout; where nothing cuts or wraps lines, without an end. */
  readonly resultWidth: number;
  readonly height: number;
  /** Colours for stdout and for stderr, each plain when that stream is no terminal. */
  readonly colors: Colors;
  readonly progressColors: Colors;
  /** Writes to stderr as it is, without a newline: for the live view. */
  raw(text: string): void;
}

/** NO_COLOR wins, then FORCE_COLOR, then whether the stream is a terminal (DESIGN.md 6). */
function wantsColor(stream: NodeJS.WriteStream): boolean {
  if (process.env.NO_COLOR !== undefined && process.env.NO_COLOR !== "") return false;
  const forced = process.env.FORCE_COLOR;
  if (forced !== undefined && forced !== "") return forced !== "0" && forced !== "false";
  return stream.isTTY === true && process.env.TERM !== "dumb";
}

export function standardOutput(): Output {
  const { stdout, stderr } = process;
  const write = (stream: NodeJS.WriteStream, text: string) => {
    stream.write(text.endsWith("\n") ? text : `${text}\n`);
  };
  return {
    result: (text) => write(stdout, text),
    verbatim: (text) => {
      stdout.write(text);
    },
    progress: (text) => write(stderr, text),
    isLive: stderr.isTTY === true && process.env.TERM !== "dumb" && process.env.CI === undefined,
    get width() {
      return stderr.columns ?? 80;
    },
    get resultWidth() {
      return stdout.columns ?? Number.POSITIVE_INFINITY;
    },
    get height() {
      return stderr.rows ?? 24;
    },
    colors: picocolors.createColors(wantsColor(stdout)),
    progressColors: picocolors.createColors(wantsColor(stderr)),
    raw: (text) => {
      stderr.write(text);
    },
  };
}

/** The painter of code frames in these colours. */
export function paintWith(colors: Colors): Paint {
  return {
    severity: (severity, text) =>
      severity === "error"
        ? colors.bold(colors.red(text))
        : severity === "warning"
          ? colors.bold(colors.yellow(text))
          : colors.cyan(text),
    strong: colors.bold,
    dim: colors.dim,
  };
}

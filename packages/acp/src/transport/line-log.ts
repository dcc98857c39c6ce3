import type { TranscriptLine } from "@agent-markup/core";

export interface LineLog {
  add(direction: TranscriptLine["direction"], text: string): void;
  flush(): void;
}

export interface LineLogOptions {
  /** Where there is nobody to write, nothing is kept. */
  readonly write: ((lines: readonly TranscriptLine[]) => void) | undefined;
  readonly redact: (text: string) => string;
  /** Is told when the lines cannot be written. */
  readonly failed: (error: unknown) => void;
  /** What comes when it is used up is left out, with a note where that begins. */
  readonly maxBytes: number;
}

/**
 * Collects lines, without secrets, and hands them on once per tick: a burst of updates is one write (DESIGN.md 8). Bounded,
 * since an agent may say more than a disk holds (agents.md 3).
 */
export function lineLog({ write, redact, failed, maxBytes }: LineLogOptions): LineLog {
  let lines: TranscriptLine[] = [];
  let left = maxBytes;
  const flush = () => {
    if (write === undefined || lines.length === 0) return;
    const batch = lines;
    lines = [];
    try {
      write(batch);
    } catch (error) {
      failed(error);
    }
  };
  return {
    add(direction, text) {
      if (write === undefined || left < 0) return;
      if (lines.length === 0) setImmediate(flush);
      const clean = redact(text);
      left -= Buffer.byteLength(clean);
      if (left >= 0) lines.push({ direction, text: clean });
      else lines.push({ direction: "note", text: `the rest is left out: more than ${maxBytes} bytes were exchanged` });
    },
    flush,
  };
}

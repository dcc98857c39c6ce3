import type { TranscriptLine } from "@agent-markup/core";

export interface LineLog {
  add(direction: TranscriptLine["direction"], text: string): void;
  flush(): void;
}

/**
 * Collects lines, without secrets, and hands them on once per tick: a burst of updates is one write (DESIGN.md 8).
 * `failed` is told when they cannot be written.
 */
export function lineLog(
  write: ((lines: readonly TranscriptLine[]) => void) | undefined,
  redact: (text: string) => string,
  failed: (error: unknown) => void,
): LineLog {
  let lines: TranscriptLine[] = [];
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
      if (write === undefined) return;
      if (lines.length === 0) setImmediate(flush);
      lines.push({ direction, text: redact(text) });
    },
    flush,
  };
}

import { existsSync, mkdirSync, readdirSync, statSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { RecordingError } from "@agent-markup/core";
import { appendDurably, syncFolder } from "./append-durably.ts";
import { readRecording } from "./read-recording.ts";
import { recordingFormat } from "./recorded-prompt.ts";

/** Adds a line to a recording; returns once it is on the disk. Throws a `RecordingError` when it cannot. */
type RecordingWriter = (prompt: unknown) => void;

/**
 * A recording in a folder of its own, which is made with the first prompt. `isContinued` goes on with the one that is there,
 * if there is one; otherwise the folder must be empty or not there yet, and what is in it is never touched.
 */
export function recordingWriter(folder: string, isContinued: boolean): RecordingWriter {
  const file = join(folder, recordingFormat.file);
  let isBegun = isContinued && existsSync(file);
  if (isBegun) cutTornLine(folder, file);
  else checkFree(folder);
  return (prompt) => {
    const line = `${JSON.stringify(prompt)}\n`;
    try {
      if (!isBegun) begin(folder, file);
      isBegun = true;
      if (statSync(file).size + Buffer.byteLength(line) > recordingFormat.maxBytes)
        throw new RecordingError(`it would be larger than ${recordingFormat.maxBytes} bytes`);
      appendDurably(file, line);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw new RecordingError(`the recording in ${folder} cannot be written: ${why}`);
    }
  };
}

function begin(folder: string, file: string): void {
  mkdirSync(folder, { recursive: true });
  const header = { type: "recording", version: recordingFormat.version, recordedAt: new Date().toISOString() };
  appendDurably(file, `${JSON.stringify(header)}\n`, "wx");
  syncFolder(folder);
}

/** A killed recording may end in the middle of a line: what follows must not stand behind it. */
function cutTornLine(folder: string, file: string): void {
  truncateSync(file, readRecording(folder).wholeBytes);
}

function checkFree(folder: string): void {
  const names = namesIn(folder);
  if (names.length === 0) return;
  if (names.includes(recordingFormat.file))
    throw new RecordingError(`${folder} holds a recording already: choose another folder, or remove it`);
  const shown = names.slice(0, 3).join(", ");
  throw new RecordingError(
    `${folder} holds other files (${shown}${names.length > 3 ? ", ..." : ""}): choose an empty folder, or a new one`,
  );
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw new RecordingError(`${folder} cannot be recorded into: ${error instanceof Error ? error.message : error}`);
  }
}

import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { RecordingError } from "@agent-markup/core";
import { integer, object, ValueError } from "../read-value.ts";
import { recordedPrompt } from "./read-recorded-prompt.ts";
import { type RecordedPrompt, recordingFormat } from "./recorded-prompt.ts";

export interface Recording {
  readonly prompts: readonly RecordedPrompt[];
  /** Bytes of the lines that are whole: what a killed recording left behind them counts for nothing. */
  readonly wholeBytes: number;
}

/** Reads a recording; throws a `RecordingError` where it is none, or one of another version, or was damaged. */
export function readRecording(folder: string): Recording {
  const text = readText(folder);
  const whole = text.slice(0, text.lastIndexOf("\n") + 1);
  const [header, ...lines] = whole.split("\n").slice(0, -1);
  checkHeader(folder, header);
  const prompts = lines.map((line, index) => readLine(folder, line, index + 2, recordedPrompt));
  return { prompts, wholeBytes: Buffer.byteLength(whole) };
}

function readText(folder: string): string {
  const file = join(folder, recordingFormat.file);
  try {
    if (statSync(file).size > recordingFormat.maxBytes)
      throw new RecordingError(`${file} is larger than any recording: more than ${recordingFormat.maxBytes} bytes`);
    return readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof RecordingError) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new RecordingError(`there is no recording in ${folder}: ${why}`);
  }
}

function checkHeader(folder: string, header: string | undefined): void {
  if (header === undefined) throw new RecordingError(`the recording in ${folder} is empty: record the run anew`);
  const version = readLine(folder, header, 1, (value, at) => integer(object(value, at).version, `${at}.version`));
  if (version === recordingFormat.version) return;
  throw new RecordingError(
    `the recording in ${folder} is of version ${version}, and this is read: ${recordingFormat.version}; record the run anew`,
  );
}

function readLine<Value>(
  folder: string,
  line: string,
  number: number,
  read: (value: unknown, at: string) => Value,
): Value {
  const at = `line ${number}`;
  try {
    return read(JSON.parse(line), at);
  } catch (error) {
    if (!(error instanceof ValueError || error instanceof SyntaxError)) throw error;
    const what = error instanceof ValueError ? error.message : `${at}: ${error.message}`;
    throw new RecordingError(`the recording in ${folder} cannot be read: ${recordingFormat.file}, ${what}`);
  }
}

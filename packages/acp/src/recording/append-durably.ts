import { closeSync, fstatSync, fsyncSync, ftruncateSync, openSync, writeFileSync } from "node:fs";

/**
 * Adds text to a file and returns once it is on the disk. Text that could not be written whole is taken back, so that what
 * is added later does not stand behind a part of it. `flags` may ask that the file is new (`wx`).
 */
export function appendDurably(file: string, text: string, flags: "a" | "wx" = "a"): void {
  const descriptor = openSync(file, flags);
  try {
    const { size } = fstatSync(descriptor);
    try {
      writeFileSync(descriptor, text);
      fsyncSync(descriptor);
    } catch (error) {
      ftruncateSync(descriptor, size);
      throw error;
    }
  } finally {
    closeSync(descriptor);
  }
}

/** Makes the names of new files in a folder as durable as what is in them. */
export function syncFolder(folder: string): void {
  const descriptor = openSync(folder, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

import { existsSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { sep } from "node:path";

/**
 * The commands that have a folder, or one below it, as theirs, whatever they bear: markers can be taken off. None where the
 * system has no `/proc` to tell.
 */
export function commandsIn(folder: string): readonly string[] {
  if (!existsSync("/proc")) return [];
  return readdirSync("/proc").flatMap((pid) => {
    try {
      const place = readlinkSync(`/proc/${pid}/cwd`);
      if (place !== folder && !place.startsWith(folder + sep)) return [];
      return [readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim()];
    } catch {
      // Not a process, another user's, or one that has ended meanwhile.
      return [];
    }
  });
}

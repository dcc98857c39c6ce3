import { type FSWatcher, type Stats, statSync, watch } from "node:fs";

/** Watches folders, not what is in folders in them. */
export interface FolderWatch {
  /** From now on these are watched, and no other; true when one of them was not watched before. */
  follow(folders: readonly string[]): boolean;
  close(): void;
}

interface Watched {
  readonly watcher: FSWatcher | null;
  /** A folder that was removed and made again is another one. */
  readonly inode: number;
}

/** How often is looked where the system cannot tell of changes: some network folders, or too many watches. */
const pollMs = 1000;

/** Calls back whenever something in one of the folders may have changed. */
export function folderWatch(onChange: () => void): FolderWatch {
  const watched = new Map<string, Watched>();
  let polling: NodeJS.Timeout | null = null;
  const poll = () => {
    polling ??= setInterval(onChange, pollMs);
  };
  const start = (folder: string): FSWatcher | null => {
    try {
      return watch(folder, onChange).on("error", () => {
        watched.get(folder)?.watcher?.close();
        watched.delete(folder);
        onChange();
      });
    } catch {
      poll();
      return null;
    }
  };
  const stop = (folder: string) => {
    watched.get(folder)?.watcher?.close();
    watched.delete(folder);
  };
  return {
    follow(folders) {
      const wanted = new Map(folders.flatMap((folder) => withInode(folder)));
      for (const [folder, { inode }] of [...watched]) if (wanted.get(folder) !== inode) stop(folder);
      const added = [...wanted].filter(([folder]) => !watched.has(folder));
      for (const [folder, inode] of added) watched.set(folder, { watcher: start(folder), inode });
      return added.length > 0;
    },
    close() {
      for (const folder of [...watched.keys()]) stop(folder);
      if (polling !== null) clearInterval(polling);
      polling = null;
    },
  };
}

/** Nothing for a folder that has gone: the one around it tells when it is back. */
function withInode(folder: string): [string, number][] {
  let stats: Stats | undefined;
  try {
    stats = statSync(folder, { throwIfNoEntry: false });
  } catch {
    return [];
  }
  return stats?.isDirectory() ? [[folder, stats.ino]] : [];
}

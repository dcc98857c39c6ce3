import { lstatSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { isAbsolute, join } from "node:path";

/** In bytes: what the system takes as the path of a socket, on the systems that agents run on. */
const longestPath = 100;
/** A younger folder may be of a run that does not listen yet. */
const settledMs = 60_000;
const prefix = "aml-tools-";
const socketName = "s";

/** A path for a socket in a new folder that only this user may enter; a path that is too long would be cut without a word. */
export async function newSocketFolder(): Promise<{ readonly folder: string; readonly path: string }> {
  const beginning = `${prefix}${process.pid}-`;
  const parent = [tmpdir(), "/tmp"].find((folder) => {
    const path = join(folder, `${beginning}XXXXXX`, socketName);
    return isAbsolute(folder) && Buffer.byteLength(path) <= longestPath;
  });
  if (parent === undefined)
    throw new Error("no folder for temporary files has a path that is short enough for a socket");
  await removeLeftovers(parent);
  const folder = mkdtempSync(join(parent, beginning));
  return { folder, path: join(folder, socketName) };
}

/** A runtime that was killed has left its folder; those of others stay. */
async function removeLeftovers(parent: string): Promise<void> {
  const folders = readdirSync(parent)
    .filter((name) => name.startsWith(prefix))
    .map((name) => join(parent, name));
  await Promise.all(folders.map(removeLeftover));
}

/** Asks the socket and not the process: a run in another namespace of processes is alive, and its process is not seen. */
async function removeLeftover(folder: string): Promise<void> {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (found === undefined || !found.isDirectory() || found.uid !== process.getuid?.()) return;
  if (Date.now() - found.mtimeMs < settledMs) return;
  if (await isDeserted(join(folder, socketName))) rmSync(folder, { recursive: true, force: true });
}

function isDeserted(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once("connect", () => {
      socket.destroy();
      resolve(false);
    });
    socket.once("error", (error) =>
      resolve("code" in error && (error.code === "ECONNREFUSED" || error.code === "ENOENT")),
    );
  });
}

import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** A disk that a test can fill: a file system in memory, of a size. */
export interface SmallDisk {
  resize(size: string): void;
}

/** Null when one can be mounted here, else why not. */
export function whyNoSmallDisk(): string | null {
  const folder = mkdtempSync(join(tmpdir(), "aml-disk-"));
  const { status, error, stderr } = mount("size=64k", folder);
  if (status === 0) spawnSync("umount", [folder]);
  rmdirSync(folder);
  return status === 0 ? null : `no small disk can be mounted: ${error?.message ?? stderr.trim()}`;
}

/** Mounts a disk over a folder until the test has finished. */
export function smallDisk(folder: string, size: string): SmallDisk {
  mkdirSync(folder, { recursive: true });
  expectMounted(mount(`size=${size}`, folder));
  onTestFinished(() => void spawnSync("umount", ["--lazy", folder]));
  return { resize: (newSize) => expectMounted(mount(`remount,size=${newSize}`, folder)) };
}

function mount(options: string, folder: string) {
  return spawnSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", folder], { encoding: "utf8" });
}

function expectMounted({ status, stderr }: ReturnType<typeof mount>): void {
  if (status !== 0) throw new Error(`mount failed: ${stderr}`);
}

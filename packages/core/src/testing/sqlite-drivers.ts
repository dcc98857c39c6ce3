import { describe, it } from "vitest";
import { chooseDriver } from "../store/choose-driver.ts";
import type { SqlDriver } from "../store/driver.ts";
import { StoreError } from "../store/store.ts";

/** Describes the same for both SQLite drivers; one that this Node cannot load is skipped, and says why. */
export async function describeForEachDriver(name: string, about: (driver: SqlDriver) => void): Promise<void> {
  for (const wanted of ["better-sqlite3", "node:sqlite"]) {
    const driver = await driverOrReason(wanted);
    if (typeof driver === "string") describe(`${name} (${wanted})`, () => it.skip(driver, () => {}));
    else describe(`${name} (${wanted})`, () => about(driver));
  }
}

async function driverOrReason(wanted: string): Promise<SqlDriver | string> {
  try {
    return await chooseDriver(wanted);
  } catch (error) {
    if (error instanceof StoreError && error.code === "unavailable") return error.message;
    throw error;
  }
}

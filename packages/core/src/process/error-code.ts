/** The code of an error (`ENOENT`, `SQLITE_BUSY`, ...); empty for one that has none. */
export function errorCode(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}

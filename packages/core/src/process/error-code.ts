/** The system's name of an error (`ENOENT`, ...); empty for what is no system error. */
export function errorCode(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}

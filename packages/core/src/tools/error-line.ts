/** The line that tells most of what Node wrote before it ended: its error output ends with its own version. */
export function errorLine(stderr: string): string {
  const lines = stderr.trim().split("\n");
  return lines.find((line) => line.includes("Error")) ?? lines.at(-1) ?? "";
}

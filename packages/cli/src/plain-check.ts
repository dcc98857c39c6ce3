import { check } from "./commands/check.ts";
import { leaveQuietlyWhenNobodyReads, reportFault } from "./report-fault.ts";
import { standardOutput } from "./terminal/output.ts";

/** `aml check [PATH...]` without options: the same command, without loading what reads options. */
export async function plainCheck(paths: readonly string[]): Promise<number> {
  const output = standardOutput();
  leaveQuietlyWhenNobodyReads();
  try {
    return await check(paths, { format: "pretty", resolve: true }, output);
  } catch (error) {
    return reportFault(error, output);
  }
}

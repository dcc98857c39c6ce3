import { type Command, Option } from "commander";
import type { ExitCode } from "./exit.ts";
import type { Output } from "./terminal/output.ts";

/** `aml contract check|schema|types NAME` (DESIGN.md 6). */
export function addContractCommands(program: Command, output: Output, finish: (code: ExitCode) => void): void {
  const contract = program
    .command("contract")
    .description("hold values against contracts, or write contracts in other forms");
  const add = (name: string, description: string) =>
    contract
      .command(name)
      .description(description)
      .argument("<name>", "the contract's name; PACKAGE/NAME where several have it")
      .addOption(
        new Option(
          "--from <path...>",
          "files, or folders to look through for contracts (default: the working directory)",
        ),
      )
      .addOption(new Option("--json", "print one JSON object"));
  add("check", "report where a value breaks a contract")
    .argument("<file>", "the value: JSON where it ends in .json, else YAML")
    .action(async (name: string, file: string, options) =>
      finish(await (await import("./commands/contract.ts")).checkValue(name, file, options, output)),
    );
  add("schema", "print a contract as JSON Schema 2020-12").action(async (name: string, options) =>
    finish(await (await import("./commands/contract.ts")).contractSchema(name, options, output)),
  );
  add("types", "print a contract as TypeScript interfaces").action(async (name: string, options) =>
    finish(await (await import("./commands/contract.ts")).contractTypes(name, options, output)),
  );
}

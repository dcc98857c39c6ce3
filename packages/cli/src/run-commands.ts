import { type Command, InvalidArgumentError, Option } from "commander";
import type { ExitCode } from "./exit.ts";
import type { Output } from "./terminal/output.ts";

/** What can be done with runs beside starting, resuming and answering them (DESIGN.md 6). */
export function addRunCommands(
  program: Command,
  answerOptions: () => readonly Option[],
  output: Output,
  finish: (code: ExitCode) => void,
): void {
  const json = () => new Option("--json", "print one JSON object");
  const ofRun = (parent: Command, name: string, description: string) =>
    parent.command(name).description(description).argument("<run>", "the run's id, or its beginning");
  const answering = (name: string, description: string) => {
    const command = ofRun(program, name, description)
      .argument("<step>", "the step, or the checkpoint's id")
      .option("--note <text>", "kept with the answer")
      .option("--resume", "go on with the run at once");
    for (const option of answerOptions()) command.addOption(option);
    return command.addOption(json());
  };

  answering("retry", "try a blocked step again").action(async (run: string, step: string, options) =>
    finish(await (await import("./commands/retry.ts")).retry(run, step, options, output)),
  );
  answering("skip", "go on without a blocked step").action(async (run: string, step: string, options) =>
    finish(await (await import("./commands/skip.ts")).skip(run, step, options, output)),
  );
  ofRun(program, "cancel", "end a run for good")
    .addOption(json())
    .action(async (run: string, options) =>
      finish(await (await import("./commands/cancel.ts")).cancel(run, options, output)),
    );
  ofRun(program, "export", "print all that is known of a run as one JSON object")
    .option("-o, --output <file>", "write it to a file")
    .action(async (run: string, options) =>
      finish(await (await import("./commands/export.ts")).exportRun(run, options, output)),
    );
  program
    .command("prune")
    .description("remove runs that are done or cancelled, with their records")
    .addOption(new Option("--older-than <days>", "only those that ended so many days ago").argParser(days))
    .option("--dry-run", "remove nothing, and say what would be")
    .addOption(json())
    .action(async (options) => finish(await (await import("./commands/prune.ts")).prune(options, output)));
  const audit = program.command("audit").description("the record of who decided what in a run");
  ofRun(audit, "show", "list its decisions, in order")
    .addOption(json())
    .action(async (run: string, options) =>
      finish(await (await import("./commands/audit.ts")).show(run, options, output)),
    );
  ofRun(audit, "verify", "check that nothing of it was changed; exits with 1 when it does not hold")
    .option("--head <hash>", "the head that was printed when the run ended, kept elsewhere")
    .addOption(json())
    .action(async (run: string, options) =>
      finish(await (await import("./commands/audit.ts")).verify(run, options, output)),
    );
}

function days(value: string): number {
  if (!/^\d{1,5}(\.\d{1,6})?$/.test(value)) throw new InvalidArgumentError("It must be a number of days.");
  return Number(value);
}

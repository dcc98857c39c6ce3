import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { addContractCommands } from "./contract-commands.ts";
import { readBudget, readDuration } from "./duration-options.ts";
import { type ExitCode, exitCode } from "./exit.ts";
import { leaveQuietlyWhenNobodyReads, reportFault } from "./report-fault.ts";
import { addRunCommands } from "./run-commands.ts";
import { type Output, standardOutput } from "./terminal/output.ts";
import { version } from "./version.ts";

/** Runs the command line and gives the exit code. Never throws: every fault is reported here, in one place. */
export async function main(args: readonly string[], output: Output = standardOutput()): Promise<number> {
  leaveQuietlyWhenNobodyReads();
  let code: ExitCode = exitCode.done;
  const program = createProgram(output, (result) => {
    code = result;
  });
  try {
    await program.parseAsync([...args], { from: "user" });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCode.done : exitCode.usage;
    return reportFault(error, output);
  }
}

type Finish = (code: ExitCode) => void;

function createProgram(output: Output, finish: Finish): Command {
  const program = new Command("aml")
    .description("Run written procedures: Markdown with AML tags and diagrams, step by step, tracked and resumable.")
    .version(version, "-V, --version", "print the version")
    .helpCommand("help [command]", "show how a command is used")
    .showSuggestionAfterError(true)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => output.result(text),
      writeErr: (text) => output.progress(text.replace(/^error: /, "aml: ")),
    });
  const json = () => new Option("--json", "print one JSON object");

  program
    .command("check")
    .description("report what is wrong in documents and diagrams; runs nothing")
    .argument("[path...]", "files, or folders to look through (default: the working directory)")
    .addOption(
      new Option("--format <format>", "how to print").choices(["pretty", "json", "github", "sarif"]).default("pretty"),
    )
    .option("--fix", "apply the safe fixes to the files, and report what remains")
    .option("--watch", "check again on every change, until Ctrl-C")
    .addOption(new Option("--max-warnings <n>", "exit with 1 when there are more warnings").argParser(wholeNumber))
    .addOption(new Option("--stdin", "check the text on standard input").conflicts(["fix", "watch"]))
    .addOption(new Option("--stdin-filename <file>", "the file that this text is, or will be").implies({ stdin: true }))
    .option("--no-resolve", "stop after registration: resolve nothing")
    .action(async (paths: string[], options) =>
      finish(await (await import("./commands/check.ts")).check(paths, options, output)),
    );
  program
    .command("fmt")
    .description("write the tags of documents in one way; prose, code and meaning stay as they are")
    .argument("[path...]", "files, or folders to look through (default: the working directory); no diagrams")
    .option("--check", "change nothing; exit with 1 and name the files that would change")
    .option("--stdin", "read a document from standard input and print it formatted")
    .addHelpText(
      "after",
      "\nA file that cannot be read or written is named; the others are formatted, and the exit code is 2.",
    )
    .action(async (paths: string[], options) =>
      finish(await (await import("./commands/fmt.ts")).fmt(paths, options, output)),
    );
  program
    .command("explain")
    .description("explain a diagnostic, or what holds at a place of a document")
    .argument("<what>", "for example AML2007, or FILE:LINE, or FILE:LINE:COLUMN")
    .addOption(json())
    .action(async (what: string, options) =>
      finish(await (await import("./commands/explain.ts")).explain(what, options, output)),
    );
  program
    .command("plan")
    .description("show what would run; runs nothing")
    .argument("<file>", "a document or a diagram")
    .addOption(planFormatOption())
    .addOption(planOption())
    .action(async (file: string, options) =>
      finish(await (await import("./commands/plan.ts")).plan(file, options, output)),
    );
  program
    .command("run")
    .description("run a document or a diagram")
    .argument("<file>", "a document or a diagram")
    .addOption(
      new Option("--trust <level>", "how far to trust the document").choices(["trusted", "semi-trusted", "untrusted"]),
    )
    .addOption(permissionsOption())
    .addOption(rulesOption())
    .addOption(approvalTimeOption())
    .addOption(agentOption())
    .addOption(
      new Option("--param <name=value>", "a parameter of the run; may be repeated").argParser(collectParam).default({}),
    )
    .option("--design-id <id>", "name the plan of the document's diagram; an unfinished one is gone on with")
    .option("--new", "begin another plan under an id whose plan is finished")
    .option("--no-agent-gates", "let people decide the gates that no tool does")
    .addOption(
      new Option("--max-parallel <n>", "steps that may run side by side").argParser(positiveInteger).default(1),
    )
    .addOption(
      new Option("--budget <limit>", "time or steps the run may use, such as 10m or 200steps").argParser(readBudget),
    )
    .addOption(
      new Option("--record <folder>", "write down what agents do, for --replay; a new or empty folder").conflicts(
        "replay",
      ),
    )
    .option(
      "--replay <folder>",
      "take what agents do from a recording: no agent is started, nothing they did is done again",
    )
    .option("--detach", "print the run's id and leave it running, also when the terminal is closed")
    .addOption(json())
    .action(async (file: string, options) =>
      finish(await (await import("./commands/run.ts")).run(file, options, output)),
    );
  program
    .command("resume")
    .description("go on with a run after a crash, an interruption or an answer")
    .argument("<run>", "the run's id, or its beginning")
    .addOption(permissionsOption())
    .addOption(rulesOption())
    .addOption(approvalTimeOption())
    .addOption(json())
    .action(async (run: string, options) =>
      finish(await (await import("./commands/resume.ts")).resume(run, options, output)),
    );
  program
    .command("status")
    .description("show one run with the state of its steps, or all runs")
    .argument("[run]", "the run's id, or its beginning")
    .addOption(planFormatOption())
    .addOption(planOption())
    .addOption(json().conflicts("format"))
    .action(async (run: string | undefined, options) =>
      finish(await (await import("./commands/status.ts")).status(run, options, output)),
    );
  program
    .command("approvals")
    .description("list the questions that wait for a person")
    .addOption(json())
    .action(async (options) => finish(await (await import("./commands/approvals.ts")).approvals(options, output)));
  program
    .command("approve")
    .description("answer a question that a run waits for")
    .argument("<run>", "the run's id, or its beginning")
    .argument("<step>", "the step, or the checkpoint's id")
    .addOption(new Option("--choose <label>", "one of the choices offered").conflicts("reject"))
    .option("--reject", "say no to a manual step")
    .addOption(
      new Option("--in-advance", "before it is asked: of the first attempt at a step, and used once").conflicts(
        "resume",
      ),
    )
    .option("--note <text>", "kept with the answer")
    .option("--resume", "go on with the run at once")
    .addOption(permissionsOption())
    .addOption(rulesOption())
    .addOption(approvalTimeOption())
    .addOption(json())
    .action(async (run: string, step: string, options) =>
      finish(await (await import("./commands/approve.ts")).approve(run, step, options, output)),
    );
  program
    .command("log")
    .description("tell the story of a run, event by event")
    .argument("<run>", "the run's id, or its beginning")
    .option("-f, --follow", "go on until the run ends")
    .addOption(new Option("--json", "print one JSON object a line"))
    .action(async (run: string, options) =>
      finish(await (await import("./commands/log.ts")).log(run, options, output)),
    );
  addRunCommands(program, () => [permissionsOption(), rulesOption(), approvalTimeOption()], output, finish);
  addContractCommands(program, output, finish);
  program
    .command("policy")
    .description("rules for permissions")
    .command("test")
    .description("try the rules on their samples, and on one call")
    .argument("[tool]", "for example Bash")
    .argument("[input]", "the command, path or address that the call is about")
    .addOption(rulesOption())
    .addOption(json())
    .action(async (tool: string | undefined, input: string | undefined, options) =>
      finish((await import("./commands/policy.ts")).testPolicy(tool, input, options, output)),
    );
  program
    .command("agents")
    .description("list the configured agents and those found on this machine; sends no prompt")
    .option("--probe [name]", "start them, or one, ask what they are and can be set to, and end them")
    .addOption(json())
    .addHelpText("after", "\nWith --probe, the exit code is 1 when one that was probed is not ready to be prompted.")
    .action(async (options) => finish(await (await import("./commands/agents.ts")).agents(options, output)));
  program
    .command("mcp")
    .description("keep an agent on a plan from inside it: an MCP server on standard input and output")
    .addOption(
      new Option("--trust <level>", "how far to trust documents that are run").choices(["semi-trusted", "untrusted"]),
    )
    .addOption(permissionsOption())
    .addOption(rulesOption())
    .addOption(approvalTimeOption())
    .addOption(agentOption())
    .action(async (options) => finish(await (await import("./commands/mcp.ts")).mcp(options, output)));
  program
    .command("trust")
    .description("remember that you trust this project, so that its documents may run")
    .argument("[path]", "a folder of the project", ".")
    .action(async (path: string) => finish(await (await import("./commands/trust.ts")).trust(path, output)));
  return program;
}

function planFormatOption(): Option {
  return new Option("--format <format>", "how to print").choices(["text", "json", "mermaid", "svg"]).default("text");
}

function planOption(): Option {
  return new Option("--plan <id>", "with --format mermaid or svg, the plan to draw when there are several");
}

function rulesOption(): Option {
  return new Option("--rules <file>", "a policy file for --permissions rules, beside your own");
}

function permissionsOption(): Option {
  return new Option("--permissions <policy>", "how permission requests of agents are answered").choices([
    "deny",
    "allow_once",
    "rules",
    "ask",
  ]);
}

function approvalTimeOption(): Option {
  return new Option(
    "--approval-time <time>",
    "how long a person has to answer a request, such as 10m; after it the request is refused",
  ).argParser(readDuration);
}

function agentOption(): Option {
  return new Option("--agent <name>", "the agent that serves prompts of any name: a configured one, or one found here");
}

function positiveInteger(value: string): number {
  if (!/^[1-9]\d{0,3}$/.test(value)) throw new InvalidArgumentError("It must be a whole number from 1 to 9999.");
  return Number(value);
}

function wholeNumber(value: string): number {
  if (!/^\d{1,9}$/.test(value)) throw new InvalidArgumentError("It must be a whole number.");
  return Number(value);
}

function collectParam(value: string, earlier: Record<string, string>): Record<string, string> {
  const equals = value.indexOf("=");
  if (equals < 1) throw new InvalidArgumentError("It must be NAME=VALUE.");
  const name = value.slice(0, equals);
  if (Object.hasOwn(earlier, name)) throw new InvalidArgumentError(`"${name}" is given twice.`);
  return { ...earlier, [name]: value.slice(equals + 1) };
}

import { version } from "./version.ts";

const args = process.argv.slice(2);
const [command, ...rest] = args;

// What people wait for most often loads no parser of arguments: a version, and the check of files in an editor or a hook.
if (args.length === 1 && (command === "--version" || command === "-V")) {
  process.stdout.write(`${version}\n`);
} else if (command === "check" && rest.every((path) => !path.startsWith("-"))) {
  const { plainCheck } = await import("./plain-check.ts");
  process.exitCode = await plainCheck(rest);
} else {
  const { main } = await import("./program.ts");
  process.exitCode = await main(args);
}

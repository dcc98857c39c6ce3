import { version } from "./version.ts";

const args = process.argv.slice(2);

// The parser of arguments is imported only when there is something to parse: start-up is what people wait for most.
if (args.length === 1 && (args[0] === "--version" || args[0] === "-V")) {
  process.stdout.write(`${version}\n`);
} else {
  const { main } = await import("./program.ts");
  process.exitCode = await main(args);
}

import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { runAgent } from "./agent.ts";
import { readScript } from "./read-script.ts";
import type { Script } from "./script.ts";

const usage = "usage: scripted-agent --script FILE";

/** The script of the command line; says what is wrong with it and ends the process with 2 when it cannot be played. */
function scriptOf(args: readonly string[]): Script {
  try {
    const { values } = parseArgs({ args: [...args], options: { script: { type: "string" } } });
    if (values.script === undefined) throw new Error(usage);
    return readScript(readFileSync(values.script, "utf8"));
  } catch (error) {
    process.stderr.write(`scripted-agent: ${error instanceof Error ? error.message : String(error)}\n`);
    return process.exit(2);
  }
}

runAgent(scriptOf(process.argv.slice(2)));

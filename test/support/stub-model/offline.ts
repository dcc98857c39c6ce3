import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { asked, port } from "./place.ts";
import { scriptOf } from "./script.ts";
import { stubModel } from "./server.ts";

// Run inside a network namespace of its own: `unshare -rn node offline.js SCRIPT PROGRAM ARGUMENT...`. The agent's
// standard streams are this process's own; what the model is asked is told on standard error.

const [script = "", program = "", ...args] = process.argv.slice(2);

execFileSync("ip", ["link", "set", "lo", "up"]);
const server = stubModel(scriptOf(JSON.parse(script)), (offered) => {
  process.stderr.write(`${asked} ${offered.join(" ")}\n`);
});
server.listen(port, "127.0.0.1");
await once(server, "listening");
const agent = spawn(program, args, { stdio: "inherit" });
const [code] = await once(agent, "exit");
process.exit(typeof code === "number" ? code : 1);

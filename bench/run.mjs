// Holds the goals of speed and size against their peers. The figures of a whole run go to bench/results.json; `--only GROUP` runs one group.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { machine } from "./machine.mjs";
import { root } from "./processes.mjs";
import { table } from "./report.mjs";

/**
 * Loaded on demand: a group that starts processes does so from a small one.
 * @type {Readonly<Record<string, () => Promise<(bench: import("./measure.mjs").Bench) => import("./measure.mjs").Row[] | Promise<import("./measure.mjs").Row[]>>>>}
 */
const groups = {
  "start-up": async () => (await import("./start-up.mjs")).startUp,
  nesting: async () => (await import("./nesting.mjs")).nesting,
  parsing: async () => (await import("./parsing.mjs")).parsing,
  diagrams: async () => (await import("./diagrams.mjs")).diagrams,
  definitions: async () => (await import("./definitions.mjs")).definitions,
  "next-ready": async () => (await import("./next-ready.mjs")).nextReadySteps,
  "durable-steps": async () => (await import("./durable-steps.mjs")).durableSteps,
  "large-plans": async () => (await import("./large-plans.mjs")).largePlans,
  invocations: async () => (await import("./invocations.mjs")).invocations,
  "agent-turns": async () => (await import("./agent-turns.mjs")).agentTurns,
  permissions: async () => (await import("./permissions.mjs")).permissions,
};

const { values } = parseArgs({ options: { only: { type: "string" } } });
const { only } = values;
if (only !== undefined && !Object.hasOwn(groups, only)) {
  process.stderr.write(`bench: there is no group ${only}; there are ${Object.keys(groups).join(", ")}\n`);
  process.exit(2);
}

// Not in the folder for temporary files, which may lie in memory: what is durable must be written to the disk of the project.
const folder = mkdtempSync(join(root, "node_modules/.bench-"));
const facts = machine();
const rows = [];
try {
  for (const [name, load] of Object.entries(groups)) {
    if (only !== undefined && name !== only) continue;
    process.stderr.write(`bench: ${name} ...\n`);
    const group = await load();
    rows.push(...(await group({ folder })));
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

const { version } = JSON.parse(readFileSync(join(root, "packages/cli/package.json"), "utf8"));
if (only === undefined)
  writeFileSync(join(root, "bench/results.json"), `${JSON.stringify({ version, machine: facts, rows }, null, 2)}\n`);
process.stdout.write(`${table(rows)}\n`);
const met = rows.filter((row) => row.met).length;
process.stdout.write(`\n${met} of ${rows.length} goals met\n`);
if (facts.load > facts.cores) {
  const busy = `${facts.load.toFixed(1)} processes wanted to run on ${facts.cores} cores`;
  process.stdout.write(`The machine was busy (${busy}): only goals that are ratios tell anything.\n`);
}

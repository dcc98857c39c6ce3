import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { atMost, interleaved } from "./measure.mjs";
import { bareNode, node, root, run } from "./processes.mjs";

const document = `# Release

<tool allow="grep, view">

Read the changes since the last tag, and say what they are for.

</tool>
`;

/**
 * The command against a Node that does nothing: the bundle itself, and the launcher of a clone, which looks first whether
 * anything is to be built.
 * @param {import("./measure.mjs").Bench} bench
 * @returns {Promise<import("./measure.mjs").Row[]>}
 */
export async function startUp({ folder }) {
  const file = join(folder, "release.md");
  writeFileSync(file, document);
  const bundle = join(root, "packages/cli/dist/aml.js");
  const launcher = join(root, "aml");
  const times = await interleaved(
    {
      bare: bareNode,
      version: () => node([bundle, "--version"], folder),
      check: () => node([bundle, "check", file], folder),
      launchedVersion: () => run(launcher, ["--version"], folder),
      launchedCheck: () => run(launcher, ["check", file], folder),
    },
    { rounds: 21, warmUp: 2 },
  );
  const row = (/** @type {string} */ what, /** @type {number} */ time, /** @type {number} */ limit) =>
    atMost({
      what,
      figure: time,
      unit: "ms",
      peer: "node -e 0",
      ratio: time / times.bare,
      atMost: limit,
      of: "ratio",
    });
  return [
    row("node dist/aml.js --version", times.version, 1.15),
    row("node dist/aml.js check FILE", times.check, 1.35),
    row("./aml --version", times.launchedVersion, 1.15),
    row("./aml check FILE", times.launchedCheck, 1.35),
  ];
}

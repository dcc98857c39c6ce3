// Packs each package as npm would publish it and holds the result against publint and "are the types wrong".
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "aml-pack-"));
let failures = 0;

const check = (what, command, args) => {
  const { status } = spawnSync(command, args, { cwd: root, stdio: "inherit" });
  if (status !== 0) {
    failures++;
    process.stderr.write(`${what} failed\n`);
  }
};

try {
  for (const name of ["core", "acp", "mcp", "cli"]) {
    const packed = execFileSync("npm", ["pack", "--json", "--pack-destination", folder, `./packages/${name}`], {
      cwd: root,
    });
    const [{ filename, files }] = JSON.parse(packed.toString());
    const tarball = join(folder, filename);
    const strays = files.filter(({ path }) => /\.test\.|fixtures\/|\.tsbuildinfo$/.test(path));
    if (strays.length > 0) {
      failures++;
      process.stderr.write(`${name}: must not be published: ${strays.map(({ path }) => path).join(", ")}\n`);
    }
    check(`publint ${name}`, "npx", ["publint", "run", tarball, "--strict"]);
    if (name !== "cli") check(`attw ${name}`, "npx", ["attw", tarball, "--profile", "esm-only"]);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = failures === 0 ? 0 : 1;

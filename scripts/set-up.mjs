// Makes a clone ready to use: installs and bundles the command, each only when needed. Says what it does on stderr; silent
// when there is nothing to do, and offline from then on. `--tests` builds the packages too, which tests start processes from.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const dist = join(root, "packages/cli/dist");
const stamp = join(dist, ".built");
const lock = join(root, ".set-up-lock");
const builtFrom = [
  "packages/core",
  "packages/acp",
  "packages/mcp",
  "packages/cli",
  "spec/diagnostics",
  "scripts",
  "package.json",
  "tsconfig.base.json",
];
/** Programs that tests start, and the Debian packages they come from. */
const testPrograms = { sqlite3: "sqlite3" };
const say = (text) => process.stderr.write(`aml: ${text}\n`);

class SetUpError extends Error {}

const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  say(`Node ${process.versions.node} is too old: 20.19 or later is needed`);
  process.exit(2);
}

try {
  whileLocked(() => {
    install();
    bundle();
    if (!process.argv.includes("--tests")) return;
    run("npx", ["tsc", "-b"], "the types do not check");
    for (const [program, debianPackage] of Object.entries(testPrograms)) provide(program, debianPackage);
  });
} catch (error) {
  if (!(error instanceof SetUpError)) throw error;
  say(error.message);
  process.exitCode = 2;
}

function install() {
  const installed = join(root, "node_modules/.package-lock.json");
  if (
    modified(installed) >= modified(join(root, "package-lock.json")) &&
    existsSync(join(root, "node_modules/rolldown"))
  )
    return;
  say("installing dependencies (npm ci; the SQLite driver may compile for a minute) ...");
  run("npm", ["ci", "--no-fund", "--no-audit"], "npm ci failed: is the npm registry reachable?");
  assertSqlite();
}

/** better-sqlite3 is optional for npm, so that a failed compilation is silent there; on Node 20 it is needed. */
function assertSqlite() {
  const probe = `import("node:sqlite").catch(() => import("better-sqlite3").then(({ default: D }) => new D(":memory:").close()))`;
  const { status } = spawnSync(process.execPath, ["--no-warnings", "--input-type=module", "-e", probe], { cwd: root });
  if (status !== 0) {
    throw new SetUpError(
      "the SQLite driver did not install: it needs python3, make and g++ to compile. Install them, remove node_modules, try again",
    );
  }
}

function provide(program, debianPackage) {
  const isThere = () => spawnSync(program, ["--version"]).error === undefined;
  if (isThere()) return;
  say(`installing ${debianPackage}, which the tests need (apt-get) ...`);
  spawnSync("apt-get", ["update"], { stdio: "ignore" });
  spawnSync("apt-get", ["install", "-y", debianPackage], { stdio: "ignore" });
  if (!isThere()) throw new SetUpError(`the tests need ${program}: install the package ${debianPackage} and try again`);
}

function bundle() {
  if (isCurrent()) return;
  say("building ...");
  run(process.execPath, ["scripts/generate-diagnostics.mjs"], "the diagnostics catalogue is not valid");
  // Beside the old one and then in its place, so that a command that is running finds its parts until the last moment.
  const fresh = `${dist}.new`;
  rmSync(fresh, { recursive: true, force: true });
  run("npx", ["rolldown", "-c", "packages/cli/rolldown.config.mjs", "-d", fresh], "the bundle could not be made");
  writeFileSync(join(fresh, ".built"), "");
  rmSync(dist, { recursive: true, force: true });
  renameSync(fresh, dist);
}

function isCurrent() {
  const built = modified(stamp);
  return built > 0 && builtFrom.every((path) => newest(join(root, path)) <= built);
}

function newest(path) {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return 0;
  if (!stats.isDirectory()) return stats.mtimeMs;
  const entries = readdirSync(path).filter(
    (name) => !["node_modules", "dist", "types"].includes(name) && !name.endsWith(".generated.ts"),
  );
  return Math.max(0, ...entries.map((name) => newest(join(path, name))));
}

function modified(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** What a tool says is shown only when it fails: nobody reads a list of chunks. */
function run(command, args, failure) {
  const { status, error, stdout, stderr } = spawnSync(command, args, {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  if (error !== undefined) throw new SetUpError(`${command} could not be started: ${error.message}`);
  if (status === 0) return;
  process.stderr.write(`${stdout}${stderr}`);
  throw new SetUpError(failure);
}

/** Two commands started at once must not build into the same folder; a lock whose owner is gone is taken over. */
function whileLocked(action) {
  for (;;) {
    try {
      mkdirSync(lock);
      writeFileSync(join(lock, "pid"), String(process.pid));
      break;
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
      if (isStale()) rmSync(lock, { recursive: true, force: true });
      else execFileSync(process.execPath, ["-e", "setTimeout(() => {}, 200)"]);
    }
  }
  try {
    action();
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

function isStale() {
  try {
    process.kill(Number(readFileSync(join(lock, "pid"), "utf8")), 0);
    return false;
  } catch (error) {
    return error.code === "ESRCH" || (error.code === "ENOENT" && Date.now() - modified(lock) > 2_000);
  }
}

// Runs every example as its reader would, through ./aml, and checks what it says and leaves behind.
import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
let failures = 0;

function expect(what, holds, detail) {
  process.stdout.write(`${holds ? "ok  " : "FAIL"} ${what}\n`);
  if (holds) return;
  failures++;
  process.stdout.write(`${detail}\n`);
}

function aml(...args) {
  const { status, stdout, stderr } = spawnSync("./aml", args, { cwd: root, encoding: "utf8" });
  return { status, stdout, all: `${stdout}${stderr}` };
}

rmSync(join(root, "examples/nightly-load/out"), { recursive: true, force: true });
const load = aml("run", "examples/nightly-load/nightly-load.md");
expect("nightly-load is done", load.status === 0 && load.stdout.includes("Loaded 1461 rows"), load.all);
expect(
  "nightly-load wrote its report",
  readFileSync(join(root, "examples/nightly-load/out/report.md"), "utf8").includes("rejected 7 rows"),
  "",
);

const plain = JSON.parse(aml("run", "examples/plain.mmd", "--json").stdout);
expect(
  "plain.mmd waits for a person",
  plain.status === "waiting" && plain.checkpoints[0]?.step === "B",
  JSON.stringify(plain),
);
const approved = aml("approve", plain.run, "B", "--resume");
expect("plain.mmd goes on when approved", approved.status === 0, approved.all);

const hello = JSON.parse(aml("run", "examples/hello/hello.md", "--json").stdout);
expect("hello waits for a person", hello.status === "waiting", JSON.stringify(hello));
const published = aml("approve", hello.run, "B", "--resume");
expect("hello goes on when approved", published.status === 0 && published.stdout.includes("published"), published.all);

const bare = aml("run", "examples/review-with-agent/review.md");
expect(
  "review-with-agent asks for a permission policy",
  bare.status === 2 && bare.all.includes("--permissions"),
  bare.all,
);
const denied = JSON.parse(aml("run", "examples/review-with-agent/review.md", "--permissions", "deny", "--json").stdout);
expect("review-with-agent records a refusal under deny", denied.permissions.denied === 1, JSON.stringify(denied));
const allowed = JSON.parse(
  aml("run", "examples/review-with-agent/review.md", "--permissions", "allow_once", "--json").stdout,
);
expect("review-with-agent is done under allow_once", allowed.status === "done", JSON.stringify(allowed));

process.exitCode = failures === 0 ? 0 : 1;

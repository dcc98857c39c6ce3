import { chmodSync, linkSync, lstatSync, readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { testProject } from "./support/project.ts";

const careless = "Notes.\n\n<tool  deny='bash'  name='grep' >look</tool >\n";
const neat = 'Notes.\n\n<tool name="grep" deny="bash">look</tool>\n';

async function formatInput(text: string | Uint8Array, ...flags: readonly string[]) {
  const { child, finished } = testProject().start({}, "fmt", "--stdin", ...flags);
  child.stdin?.end(text);
  return finished;
}

describe("aml fmt: a file that cannot be formatted is named and left as it is, and the others are formatted", () => {
  test.each<[string, string | Uint8Array, string]>([
    ["a binary file", new Uint8Array([60, 0, 255]), "bad.md is a binary file"],
    ["a file that is not UTF-8", new Uint8Array([60, 255, 254]), "bad.md is not valid UTF-8"],
  ])("%s", (_, content, message) => {
    const project = testProject({ "a.md": careless, "z.md": careless });
    const bad = project.write("bad.md", content);
    const { status, stdout, stderr } = project.aml("fmt");
    expect({ status, stdout }).toEqual({ status: 2, stdout: "formatted a.md\nformatted z.md\n3 files: 2 changed\n" });
    expect(stderr).toContain(`aml: ${message}`);
    expect(readFileSync(bad)).toEqual(Buffer.from(content));
    expect([project.read("a.md"), project.read("z.md")]).toEqual([neat, neat]);
  });

  test("a missing one", () => {
    const project = testProject({ "a.md": careless });
    const { status, stderr } = project.aml("fmt", "no.md", "a.md");
    expect({ status, stderr }).toEqual({ status: 2, stderr: "aml: no.md: no such file or folder\n" });
    expect(project.read("a.md")).toBe(neat);
  });

  test("a read-only one, although its folder would let it be replaced", () => {
    const project = testProject({ "docs/a.md": careless, "docs/b.md": careless });
    chmodSync(project.path("docs"), 0o777);
    chmodSync(project.path("docs/a.md"), 0o444);
    chmodSync(project.path("docs/b.md"), 0o666);
    const { status, stdout, stderr } = project.amlUnprivileged("fmt", "docs");
    expect({ status, stdout }).toEqual({ status: 2, stdout: "formatted docs/b.md\n2 files: 1 changed\n" });
    expect(stderr).toMatch(/^aml: docs\/a\.md cannot be written: .*permission denied/);
    expect(project.read("docs/a.md")).toBe(careless);
  });

  test("one in a folder that cannot be written, with nothing left behind", () => {
    const project = testProject({ "docs/a.md": careless });
    chmodSync(project.path("docs/a.md"), 0o666);
    chmodSync(project.path("docs"), 0o555);
    const { status, stderr } = project.amlUnprivileged("fmt", "docs");
    expect(status).toBe(2);
    expect(stderr).toContain("docs/a.md cannot be written");
    expect(readdirSync(project.path("docs"))).toEqual(["a.md"]);
    expect(project.read("docs/a.md")).toBe(careless);
  });
});

describe("aml fmt", () => {
  test("formats the documents of folders, names each one that changed, and passes diagrams over", () => {
    const diagram = "flowchart LR\n  A[\"<tool  deny='a' />\"]\n";
    const project = testProject({ "a.md": careless, "docs/b.aml": careless, "docs/c.md": neat, "docs/d.mmd": diagram });
    const { status, stdout, stderr } = project.aml("fmt");
    expect({ status, stdout, stderr }).toEqual({
      status: 0,
      stdout: "formatted a.md\nformatted docs/b.aml\n3 files: 2 changed\n",
      stderr: "",
    });
    expect([project.read("a.md"), project.read("docs/b.aml"), project.read("docs/d.mmd")]).toEqual([
      neat,
      neat,
      diagram,
    ]);
    expect(project.aml("fmt").stdout).toBe("3 files: 0 changed\n");
  });

  test("--check changes nothing, names what would change, and exits with 1 only then", () => {
    const project = testProject({ "a.md": careless, "b.md": neat });
    const { status, stdout } = project.aml("fmt", "--check");
    expect({ status, stdout }).toEqual({ status: 1, stdout: "would change a.md\n2 files: 1 would change\n" });
    expect(project.read("a.md")).toBe(careless);
    expect(project.aml("fmt", "--check", "b.md")).toMatchObject({ status: 0, stdout: "1 file: 0 would change\n" });
    expect(project.aml("fmt", "--check", "a.md", "no.md").status).toBe(2);
  });

  test("a file that is formatted already is not written", () => {
    const project = testProject({ "a.md": neat });
    const before = statSync(project.path("a.md"));
    project.aml("fmt", "a.md");
    const after = statSync(project.path("a.md"));
    expect([after.ino, after.mtimeMs]).toEqual([before.ino, before.mtimeMs]);
  });

  test("the file keeps its mode, byte order mark and line endings", () => {
    const crlf = (text: string) => `\uFEFF${text.replaceAll("\n", "\r\n")}`;
    const project = testProject({ "a.md": crlf(careless) });
    chmodSync(project.path("a.md"), 0o640);
    expect(project.aml("fmt", "a.md").status).toBe(0);
    expect(project.read("a.md")).toBe(crlf(neat));
    expect(statSync(project.path("a.md")).mode & 0o777).toBe(0o640);
  });

  test("a named link stays a link, and what it points to is formatted", () => {
    const project = testProject({ "real/a.md": careless });
    symlinkSync("real/a.md", project.path("link.md"));
    expect(project.aml("fmt", "link.md").stdout).toBe("formatted link.md\n1 file: 1 changed\n");
    expect(lstatSync(project.path("link.md")).isSymbolicLink()).toBe(true);
    expect(project.read("real/a.md")).toBe(neat);
  });

  test("a reader that has the old file open never sees a part of the new one", () => {
    const project = testProject({ "a.md": careless });
    linkSync(project.path("a.md"), project.path("held.txt"));
    project.aml("fmt", "a.md");
    expect([project.read("a.md"), project.read("held.txt")]).toEqual([neat, careless]);
  });

  test("help says what happens to files that cannot be read", () => {
    const { status, stdout } = testProject().aml("fmt", "--help");
    expect(status).toBe(0);
    expect(stdout).toContain("A file that cannot be read or written is named; the others are formatted");
  });
});

describe("aml fmt --stdin", () => {
  test("prints the formatted text and nothing else, a missing last line break included", async () => {
    expect(await formatInput(careless)).toMatchObject({ status: 0, stdout: neat, stderr: "" });
    expect(await formatInput(careless.trimEnd())).toMatchObject({ status: 0, stdout: neat.trimEnd() });
    expect(await formatInput("")).toMatchObject({ status: 0, stdout: "" });
  });

  test("with --check prints no text, and exits with 1 when it would change", async () => {
    expect(await formatInput(careless, "--check")).toMatchObject({
      status: 1,
      stdout: "would change standard input\n",
    });
    expect(await formatInput(neat, "--check")).toMatchObject({ status: 0, stdout: "" });
  });

  test.each<[string, Uint8Array, string]>([
    ["binary input", new Uint8Array([60, 0]), "standard input is a binary file"],
    ["input that is not UTF-8", new Uint8Array([60, 255]), "standard input is not valid UTF-8"],
  ])("refuses %s and prints nothing on stdout", async (_, bytes, message) => {
    const { status, stdout, stderr } = await formatInput(bytes);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toContain(message);
  });

  test("refuses paths beside it, and reads none of them", async () => {
    const project = testProject({ "a.md": careless });
    const { status, stderr } = project.aml("fmt", "--stdin", "a.md");
    expect(status).toBe(2);
    expect(stderr).toContain("--stdin reads standard input, so it takes no paths");
    expect(project.read("a.md")).toBe(careless);
  });
});

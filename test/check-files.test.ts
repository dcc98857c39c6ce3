import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Finished, type TestProject, testProject } from "./support/project.ts";

const broken = '<tool allow="grep" deny="bash"><session/></tool>';
const redundant = '<tool name="grep" allow="grep"><session/></tool>';
const described = '<skill define="interface" name="review"/>';
const provided = '<skill define="implementation" name="lint" implements="review"/>';
const used = '<skill interface="review"/>';

interface Report {
  readonly files: readonly { readonly file: string; readonly diagnostics: readonly { readonly code: string }[] }[];
  readonly problems: readonly { readonly file: string; readonly message: string }[];
}

function report(finished: Finished): Report {
  return JSON.parse(finished.stdout);
}

/** `file: code code` for each file with something to report. */
function found(project: TestProject, ...args: readonly string[]): string[] {
  return report(project.aml("check", "--format", "json", ...args))
    .files.filter(({ diagnostics }) => diagnostics.length > 0)
    .map(({ file, diagnostics }) => `${file}: ${diagnostics.map(({ code }) => code).join(" ")}`);
}

describe("one file that cannot be read hides no other", () => {
  test.each<[string, (project: TestProject) => void, RegExp]>([
    ["missing", () => {}, /bad\.md: no such file/],
    ["binary", (project) => project.write("bad.md", new Uint8Array([0, 1])), /bad\.md is a binary file/],
    ["not UTF-8", (project) => project.write("bad.md", new Uint8Array([0x61, 0xff])), /bad\.md is not valid UTF-8/],
    ["too large", (project) => project.write("bad.md", "x".repeat(17 * 1024 * 1024)), /bad\.md is too large/],
  ])("%s: reported, exit code 2, and the others are checked", (_, spoil, message) => {
    const project = testProject({ "a.md": broken, "c.md": redundant });
    spoil(project);
    const checked = project.aml("check", "a.md", "bad.md", "c.md", "--format", "json");
    expect(checked.status).toBe(2);
    expect(checked.stderr).toMatch(message);
    expect(report(checked).files.map(({ file }) => file)).toEqual(["a.md", "c.md"]);
    expect(report(checked).problems).toEqual([{ file: "bad.md", message: expect.stringMatching(message) }]);
  });

  test("a file and a folder without permission, found in a folder", () => {
    const project = testProject({ "docs/a.md": broken, "docs/closed/b.md": broken, "docs/secret.md": broken });
    chmodSync(project.path("docs/closed"), 0);
    chmodSync(project.path("docs/secret.md"), 0);
    const checked = project.amlUnprivileged("check", "docs", "--format", "json");
    chmodSync(project.path("docs/closed"), 0o700);
    expect(checked.status).toBe(2);
    expect(report(checked).files.map(({ file }) => file)).toEqual(["docs/a.md"]);
    expect(report(checked).problems.map(({ file }) => file)).toEqual(["docs/closed", "docs/secret.md"]);
  });

  test("a file's name cannot begin a line of its own on stderr", () => {
    const { status, stderr } = testProject().aml("check", "x\n::error::fake.md");
    expect(status).toBe(2);
    expect(stderr).toContain("fake.md");
    expect(stderr).not.toMatch(/^::error/m);
  });
});

test("a pipe that nobody writes to is no document, and nothing waits for it", () => {
  const project = testProject({ "a.md": redundant });
  execFileSync("mkfifo", [project.path("pipe.md")]);
  expect(found(project)).toEqual(["a.md: AML5007"]);
  expect(project.aml("check", "pipe.md")).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("not a regular"),
  });
});

describe("which files are checked", () => {
  test("documents of every kind, in folders with a dot too, and nothing in what tools make", () => {
    const names = [
      "a.md",
      "b.mdx",
      "c.aml",
      "d.mmd",
      "e.prompt.md",
      "F.MD",
      ".github/prompts/g.prompt.md",
      "deep/er/h.md",
    ];
    const others = [
      "i.txt",
      "j.markdown.html",
      "node_modules/k.md",
      "dist/l.md",
      ".git/m.md",
      "deep/node_modules/n.md",
    ];
    const project = testProject(
      Object.fromEntries([...names, ...others].map((name) => [name, "flowchart LR\n A --> B\n"])),
    );
    const files = report(project.aml("check", "--format", "json")).files.map(({ file }) => file);
    expect(files.sort()).toEqual(names.sort());
  });

  test("a file that is named is checked whatever its ending, and once however often it is named", () => {
    const project = testProject({ "a.txt": broken });
    const { files } = report(project.aml("check", "a.txt", "./a.txt", project.path("a.txt"), "--format", "json"));
    expect(files.map(({ file }) => file)).toEqual(["a.txt"]);
  });

  test("links in folders are not followed, so that a loop ends", () => {
    const project = testProject({ "docs/a.md": broken });
    symlinkSync("..", project.path("docs/loop"));
    expect(found(project, "docs")).toEqual(["docs/a.md: AML2007"]);
  });

  test("a folder without documents is said, and is no fault", () => {
    const project = testProject();
    mkdirSync(project.path("empty"));
    expect(project.aml("check", "empty")).toMatchObject({ status: 0, stderr: expect.stringContaining("no documents") });
  });
});

describe("exit codes", () => {
  const hinted = "An <agent> tag.";
  test.each([
    [["check", "error.md"], 1],
    [["check", "warning.md"], 0],
    [["check", "warning.md", "--max-warnings", "1"], 0],
    [["check", "warning.md", "--max-warnings", "0"], 1],
    [["check", "hint.md", "--max-warnings", "0"], 0],
    [["check", "error.md", "missing.md"], 2],
    [["check", "warning.md", "--max-warnings", "-1"], 2],
    [["check", "warning.md", "--max-warnings", "some"], 2],
    [["check", "warning.md", "--format", "xml"], 2],
    [["check", "warning.md", "--stdin"], 2],
    [["check", "--stdin", "--fix"], 2],
    [["check", "--stdin", "--watch"], 2],
    [["check", "--stdin-filename", "a.md", "--watch"], 2],
  ])("aml %j exits with %i", (args, status) => {
    const project = testProject({ "error.md": broken, "warning.md": redundant, "hint.md": hinted });
    expect(project.aml(...args).status).toBe(status);
  });

  test("too many warnings are counted on stderr", () => {
    const project = testProject({ "a.md": `${redundant}${redundant}` });
    expect(project.aml("check", "--max-warnings", "1").stderr).toContain("2 warnings, and --max-warnings allows 1");
  });
});

describe("packages", () => {
  const skill = (name: string, text: string) => `---\nname: ${name}\n---\n${text}`;

  test("ten files of their own that define the same names are no conflict", () => {
    const names = Array.from({ length: 10 }, (_, index) => `self-contained-${index}.md`);
    const project = testProject(Object.fromEntries(names.map((name) => [name, described + provided + used])));
    expect(found(project)).toEqual([]);
  });

  test("a folder with a SKILL.md is one package, wherever it is; files outside of it do not see it", () => {
    const project = testProject({
      "lib/quality/SKILL.md": skill("quality", described),
      "lib/quality/parts/lint.md": provided,
      "lib/quality/use.md": `${used}<skill impl="quality/lint"/>`,
      "lib/other.md": used,
    });
    expect(found(project)).toEqual(["lib/other.md: AML4006"]);
  });

  test("one file of a package alone is checked with the rest of the package, which is not reported on", () => {
    const project = testProject({
      "quality/SKILL.md": skill("quality", described + broken),
      "quality/lint.md": provided,
      "quality/use.md": used,
    });
    expect(report(project.aml("check", "quality/use.md", "--format", "json")).files).toEqual([
      { file: "quality/use.md", diagnostics: [] },
    ]);
  });

  test("the same name twice in one package is an error in the file that was asked for", () => {
    const files = {
      "quality/SKILL.md": skill("quality", described),
      "quality/a.md": described,
      "quality/b.md": described,
    };
    expect(found(testProject(files), "quality/a.md")).toEqual(["quality/a.md: AML3001"]);
    expect(found(testProject(files), "quality/b.md")).toEqual(["quality/b.md: AML3001"]);
  });

  test.each([".agents/skills", ".claude/skills", ".github/skills"])("every document sees the skills in %s", (root) => {
    const project = testProject({
      [`${root}/quality/SKILL.md`]: skill("quality", described + provided),
      "docs/a.md": used,
    });
    expect(found(project, "docs")).toEqual([]);
  });

  test("a skill without AML is found by its name", () => {
    const project = testProject({
      ".claude/skills/look/SKILL.md": skill("look", "Look for bugs first."),
      "a.md": '<skill name="look"/><skill name="looks"/>',
    });
    expect(found(project)).toEqual(["a.md: AML4007"]);
  });

  test("a skill linked from one folder of skills into another is one", () => {
    const project = testProject({
      ".agents/skills/quality/SKILL.md": skill("quality", described + provided),
      "a.md": used,
    });
    mkdirSync(project.path(".claude/skills"), { recursive: true });
    symlinkSync(join("..", "..", ".agents", "skills", "quality"), project.path(".claude/skills/quality"));
    symlinkSync("nowhere", project.path(".claude/skills/gone"));
    expect(found(project)).toEqual([]);
  });

  test("of two skills that define the same, the one in the nearer folder of skills wins, with a warning there", () => {
    const project = testProject({
      ".claude/skills/one/SKILL.md": skill("one", described + provided),
      ".agents/skills/two/SKILL.md": skill("two", described),
    });
    expect(found(project)).toEqual([".agents/skills/two/SKILL.md: AML3002"]);
    expect(found(project, ".claude")).toEqual([]);
    expect(found(project, ".agents")).toEqual([".agents/skills/two/SKILL.md: AML3002"]);
  });

  test("the project's skills are seen from a folder in it, and named from there", () => {
    const project = testProject({ ".agents/skills/q/SKILL.md": skill("q", described + provided), "docs/a.md": used });
    const checked = project.amlIn("docs", "check", "--format", "json");
    expect(report(checked).files).toEqual([{ file: "a.md", diagnostics: [] }]);
  });

  test("front matter is read as data: a fault in it is a warning, and the folder names the package", () => {
    const project = testProject({
      "quality/SKILL.md": `---\nname: a: b\n---\n${described}`,
      "quality/use.md": '<skill define="implementation" name="lint" implements="quality/review"/>',
    });
    expect(found(project)).toEqual(["quality/SKILL.md: AML3020"]);
  });

  test("--no-resolve stops after registration", () => {
    const project = testProject({ "a.md": `${used}${described}${described}` });
    expect(found(project)).toEqual(["a.md: AML4005 AML3001"]);
    expect(found(project, "--no-resolve")).toEqual(["a.md: AML3001"]);
  });
});

describe("a text on standard input", () => {
  test("is checked under the name it is given, as a file of the package that the name lies in", () => {
    const project = testProject({
      "quality/SKILL.md": `---\nname: quality\n---\n${described}${provided}`,
      "quality/a.md": broken,
    });
    const inside = project.pipe(used, "check", "--stdin-filename", "quality/a.md", "--format", "json");
    expect(report(inside).files).toEqual([{ file: "quality/a.md", diagnostics: [] }]);
    const outside = project.pipe(used, "check", "--stdin-filename", "other/a.md", "--format", "json");
    expect(report(outside).files[0]?.diagnostics.map(({ code }) => code)).toEqual(["AML4006"]);
  });

  test("has a name of its own when it is given none", () => {
    const checked = testProject().pipe(broken, "check", "--stdin");
    expect(checked).toMatchObject({ status: 1, stdout: expect.stringContaining("<stdin>:1:20") });
  });

  test.each([
    ["binary", new Uint8Array([0, 1]), /binary/],
    ["not UTF-8", new Uint8Array([0xff]), /not valid UTF-8/],
  ])("%s: exit code 2", (_, bytes, message) => {
    const checked = testProject().pipe(bytes, "check", "--stdin");
    expect(checked).toMatchObject({ status: 2, stderr: expect.stringMatching(message) });
  });
});

import { chmodSync, lstatSync, readdirSync, statSync, symlinkSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { testProject } from "./support/project.ts";

const foreign = '<tool allow="Read,Grep"><session/></tool>\n';
const fixed = '<tool allow="view,grep"><session/></tool>\n';

describe("aml check --fix", () => {
  test("applies what is safe, says what it fixed, and reports what remains", () => {
    const project = testProject({ "a.md": `${foreign}<skill interface="nobody"/>\n`, "sound.md": "text\n" });
    const checked = project.aml("check", "--fix");
    expect(checked.status).toBe(0);
    expect(project.read("a.md")).toBe(`${fixed}<skill interface="nobody"/>\n`);
    expect(checked.stdout).toContain("fixed a.md:1:14 AML5003: Write `view`");
    expect(checked.stdout).toContain("fixed a.md:1:19 AML5003: Write `grep`");
    expect(checked.stdout).toContain("warning[AML4006]");
    expect(checked.stdout).toContain("2 files: 0 errors, 1 warning, 0 hints; fixed 2");
  });

  test("an error that remains is still exit code 1", () => {
    const project = testProject({ "a.md": `${foreign}<tool allow="a" deny="b"><session/></tool>` });
    expect(project.aml("check", "--fix").status).toBe(1);
    expect(project.read("a.md")).toContain(fixed);
  });

  test("a second time changes nothing and does not write", () => {
    const project = testProject({ "a.md": foreign });
    project.aml("check", "--fix");
    const { mtimeMs, ino } = statSync(project.path("a.md"));
    expect(project.aml("check", "--fix").stdout).toContain("fixed 0");
    expect(statSync(project.path("a.md"))).toMatchObject({ mtimeMs, ino });
  });

  test("a suppressed hint is not fixed", () => {
    const text = `<!-- aml-ignore AML5003: the names of another system -->\n${foreign}`;
    const project = testProject({ "a.md": text });
    project.aml("check", "--fix");
    expect(project.read("a.md")).toBe(text);
  });

  test("files that were not asked for are left alone", () => {
    const project = testProject({
      "q/SKILL.md": `---\nname: q\n---\n<skill define="interface" name="x"/>${foreign}`,
      "q/a.md": foreign,
    });
    const before = project.read("q/SKILL.md");
    project.aml("check", "q/a.md", "--fix");
    expect(project.read("q/SKILL.md")).toBe(before);
    expect(project.read("q/a.md")).toBe(fixed);
  });

  test("bytes around the edits stay: byte order mark, CRLF, no last newline", () => {
    const project = testProject({ "a.md": `\uFEFFé\r\n${foreign.trimEnd()}\r\nend` });
    project.aml("check", "--fix");
    expect(project.read("a.md")).toBe(`\uFEFFé\r\n${fixed.trimEnd()}\r\nend`);
  });

  test("the file keeps its permissions, a link stays a link, and nothing else is left in the folder", () => {
    const project = testProject({ "real.md": foreign });
    chmodSync(project.path("real.md"), 0o640);
    symlinkSync("real.md", project.path("link.md"));
    const before = readdirSync(project.root);
    project.aml("check", "link.md", "--fix");
    expect(project.read("real.md")).toBe(fixed);
    expect(statSync(project.path("real.md")).mode & 0o777).toBe(0o640);
    expect(lstatSync(project.path("link.md")).isSymbolicLink()).toBe(true);
    expect(readdirSync(project.root)).toEqual(before);
  });

  test("a file that may not be written is reported as it is, the others are fixed, exit code 2", () => {
    const project = testProject({ "a.md": foreign, "b.md": foreign });
    chmodSync(project.root, 0o777);
    chmodSync(project.path("a.md"), 0o666);
    chmodSync(project.path("b.md"), 0o444);
    const checked = project.amlUnprivileged("check", "--fix", "--format", "json");
    expect(checked.status).toBe(2);
    const { files, fixed: done, problems, summary } = JSON.parse(checked.stdout);
    expect([project.read("a.md"), project.read("b.md")]).toEqual([fixed, foreign]);
    expect(problems).toEqual([{ file: "b.md", message: expect.stringContaining("cannot be written") }]);
    expect(done.map(({ file }: { file: string }) => file)).toEqual(["a.md", "a.md"]);
    expect(files[1].diagnostics).toHaveLength(2);
    expect(summary.hints).toBe(2);
  });
});

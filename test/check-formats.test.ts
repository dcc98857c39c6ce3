import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { describe, expect, test } from "vitest";
import { repository, testProject } from "./support/project.ts";

const documents = {
  "a.md": '😀 <tool allow="grep" deny="bash"><session/></tool>\n<skill interface="nobody"/>\n',
  "b.md": 'An <agent> tag.\n<tool allow="Read,grep"><session/></tool>\n',
  "twice.md": '<skill define="contract" name="a"/>\n<skill define="contract" name="a"/>\n',
  "sound.md": "Nothing but prose.\n",
};

/** Why a value does not fit a schema of the repository; empty when it does. */
function faults(schema: string, value: unknown): string[] {
  const ajv = new Ajv2020({ strict: true, allErrors: true });
  formats.default(ajv);
  const validate = ajv.compile(JSON.parse(readFileSync(join(repository, schema), "utf8")));
  validate(value);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

describe("json", () => {
  const schema = "spec/check-result.schema.json";

  test("has the published shape, with and without findings, problems and fixes", () => {
    const project = testProject(documents);
    for (const args of [["."], ["sound.md"], ["a.md", "missing.md"], ["missing.md"], ["b.md", "--fix"]]) {
      const printed = JSON.parse(project.aml("check", ...args, "--format", "json").stdout);
      expect(faults(schema, printed)).toEqual([]);
    }
  });

  test("the schema refuses what is not of that shape", () => {
    expect(faults(schema, { version: 2, files: [{}], problems: [], summary: {} })).not.toEqual([]);
  });

  test("every file is listed, sound ones too, and the summary counts", () => {
    const { files, problems, summary } = JSON.parse(testProject(documents).aml("check", "--format", "json").stdout);
    expect(files.map(({ file }: { file: string }) => file)).toEqual(["a.md", "b.md", "sound.md", "twice.md"]);
    expect(problems).toEqual([]);
    expect(summary).toEqual({ files: 4, errors: 2, warnings: 1, hints: 2 });
  });
});

describe("github", () => {
  const commands = (output: string) => output.split("\n").filter((line) => line.startsWith("::"));

  test("one command a line: level, place, title and message", () => {
    const [error, warning] = commands(testProject(documents).aml("check", "a.md", "--format", "github").stdout);
    // The emoji is two UTF-16 code units.
    expect(error).toMatch(
      /^::error file=a\.md,line=1,endLine=1,col=23,endColumn=34,title=AML2007 conflicting-tool-lists::`allow` and `deny`/,
    );
    expect(warning).toMatch(
      /^::warning file=a\.md,line=2,endLine=2,col=8,endColumn=26,title=AML4006 unknown-interface::/,
    );
  });

  test("a hint is a notice", () => {
    expect(commands(testProject(documents).aml("check", "b.md", "--format", "github").stdout)[0]).toMatch(/^::notice /);
  });

  test("a range over several lines has no columns, which a runner would refuse", () => {
    const project = testProject({ "a.md": '<skill\n  interface="nobody"\n  retries="x" language="go"\n  impl="no">' });
    const [unclosed] = commands(project.aml("check", "--format", "github").stdout);
    expect(unclosed).toMatch(/^::error file=a\.md,line=1,endLine=4,title=AML1001 /);
  });

  test("nothing in a name or a message can end its command or begin another", () => {
    const project = testProject({
      "a,b:100%.md": '<skill interface="x%0A::error::y"/>\n<skill interface="é\n::error ::z"/>',
    });
    const { stdout } = project.aml("check", "--format", "github");
    const lines = commands(stdout);
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/^::warning file=a%2Cb%3A100%25\.md,/);
    expect(lines[0]).toContain('"x%250A::error::y"');
    expect(lines[1]).toContain("é%0A::error ::z");
  });

  test("a file that cannot be read is an error too", () => {
    const { stdout, status } = testProject(documents).aml("check", "gone.md", "sound.md", "--format", "github");
    expect(status).toBe(2);
    expect(commands(stdout)).toEqual([expect.stringMatching(/^::error file=gone\.md,title=aml::gone\.md/)]);
  });

  test("files are named from the root of the checkout", () => {
    const project = testProject({ "docs/a.md": documents["a.md"] });
    const inFolder = project.amlWith({ GITHUB_WORKSPACE: project.root }, "check", "docs", "--format", "github");
    expect(commands(inFolder.stdout)[0]).toContain("file=docs/a.md,");
    project.write(".git/HEAD", "");
    expect(commands(project.amlIn("docs", "check", "--format", "github").stdout)[0]).toContain("file=docs/a.md,");
  });
});

describe("sarif", () => {
  const schema = "test/fixtures/sarif-2.1.0.schema.json";

  test("is valid SARIF 2.1.0, with and without findings, problems and fixes", () => {
    const project = testProject({ ...documents, "ein ä{0}.md": documents["a.md"] });
    for (const args of [["."], ["sound.md"], ["a.md", "missing.md"], ["b.md", "--fix"]]) {
      const printed = JSON.parse(project.aml("check", ...args, "--format", "sarif").stdout);
      expect(faults(schema, printed)).toEqual([]);
    }
  });

  test("results point at their rule and their place", () => {
    const { runs } = JSON.parse(testProject(documents).aml("check", "a.md", "--format", "sarif").stdout);
    const [run] = runs;
    expect(run.invocations[0].executionSuccessful).toBe(true);
    const [error] = run.results;
    expect(run.tool.driver.rules[error.ruleIndex]).toMatchObject({ id: "AML2007", name: "conflicting-tool-lists" });
    expect(error).toMatchObject({ ruleId: "AML2007", level: "error" });
    expect(error.locations[0].physicalLocation).toEqual({
      artifactLocation: { uri: "a.md", uriBaseId: "%SRCROOT%" },
      region: { startLine: 1, startColumn: 23, endLine: 1, endColumn: 34 },
    });
  });

  test("related places and fixes are given", () => {
    const project = testProject(documents);
    const results = (file: string) =>
      JSON.parse(project.aml("check", file, "--format", "sarif").stdout).runs[0].results;
    expect(results("twice.md")[0].relatedLocations).toEqual([
      expect.objectContaining({
        message: { text: "first defined here" },
        physicalLocation: expect.objectContaining({ region: expect.objectContaining({ startLine: 1 }) }),
      }),
    ]);
    const fixed = results("b.md").find(({ ruleId }: { ruleId: string }) => ruleId === "AML5003");
    expect(fixed.level).toBe("note");
    expect(fixed.fixes[0].artifactChanges[0].replacements).toEqual([
      { deletedRegion: { charOffset: 29, charLength: 4 }, insertedContent: { text: "view" } },
    ]);
  });

  test("a byte order mark is not counted", () => {
    const project = testProject({ "a.md": '\uFEFF<tool allow="Read,grep"><session/></tool>' });
    const [result] = JSON.parse(project.aml("check", "--format", "sarif").stdout).runs[0].results;
    expect(result.locations[0].physicalLocation.region).toMatchObject({ startLine: 1, startColumn: 14 });
    expect(result.fixes[0].artifactChanges[0].replacements[0].deletedRegion).toEqual({ charOffset: 13, charLength: 4 });
  });

  test("names are URIs, and braces of messages are no placeholders", () => {
    const project = testProject({ "ein ä#.md": '<skill interface="{0}"/>' });
    const [result] = JSON.parse(project.aml("check", "--format", "sarif").stdout).runs[0].results;
    expect(result.locations[0].physicalLocation.artifactLocation.uri).toBe("ein%20%C3%A4%23.md");
    expect(result.message.text).toContain('"{{0}}"');
  });

  test("a file outside of the checkout has its whole URI", () => {
    const project = testProject({ "inside/.git/HEAD": "", "outside.md": documents["a.md"] });
    const { runs } = JSON.parse(project.amlIn("inside", "check", "../outside.md", "--format", "sarif").stdout);
    expect(runs[0].artifacts).toEqual([{ location: { uri: pathToFileURL(project.path("outside.md")).href } }]);
  });

  test("a file that could not be read is told as a notification", () => {
    const { runs } = JSON.parse(testProject(documents).aml("check", "gone.md", "--format", "sarif").stdout);
    expect(runs[0].invocations[0]).toMatchObject({
      executionSuccessful: false,
      toolExecutionNotifications: [{ level: "error", message: { text: "gone.md: no such file or folder" } }],
    });
  });
});

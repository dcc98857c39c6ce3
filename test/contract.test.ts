import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { type Finished, repository, testProject } from "./support/project.ts";

const contracts = `<skill define="contract" name="person">
  <field name="name" required/><field name="age" type="number"/><field name="boss" type="contract:person"/>
</skill>
<skill define="contract" name="broken"><field name="x" type="contract:nothing"/></skill>
<skill define="contract" name="twice"><field name="x"/><field name="x" type="number"/></skill>
<skill define="contract" name="needs-broken"><field name="x" type="contract:broken"/></skill>`;

/** What a command printed with `--json`, after it was held against the published schema. */
function published(finished: Finished): Record<string, unknown> {
  const printed = json(finished);
  const schema = JSON.parse(readFileSync(join(repository, "spec/contract-result.schema.json"), "utf8"));
  const validate = new Ajv2020({ strictRequired: false }).compile(schema);
  validate(printed);
  expect(validate.errors).toBeNull();
  return printed;
}

function json({ stdout }: Finished): Record<string, unknown> {
  return JSON.parse(stdout);
}

describe("aml contract says what is wrong with how it was asked, and exits with 2", () => {
  test.each<[string, readonly string[], string]>([
    [
      "no such contract",
      ["check", "tikcet", "a.json"],
      'no contract is named "tikcet" in .\n     the contracts there are',
    ],
    ["a slip of a name", ["schema", "persn"], 'no contract is named "persn" in .\n     did you mean "person"?'],
    [
      "no contract at all",
      ["types", "person", "--from", "empty"],
      "no contract is defined there; --from says where to look",
    ],
    [
      "a name that two files define",
      ["types", "double"],
      '2 contracts are named "double": one.md:1, two.md:2\n     say which with PACKAGE/NAME',
    ],
    ["no such file", ["check", "person", "missing.json"], "missing.json: no such file"],
    ["a folder", ["check", "person", "empty"], "empty is a folder, not a document"],
    ["a binary file", ["check", "person", "binary.json"], "binary.json is a binary file"],
    ["no file", ["check", "person"], "missing required argument 'file'"],
    ["an unknown command", ["chekc", "person"], "unknown command 'chekc'\n(Did you mean check?)"],
  ])("%s", (_, args, message) => {
    const project = testProject({
      "a.json": "{}",
      "contracts.md": contracts,
      "one.md": '<skill define="contract" name="double"/>',
      "two.md": '\n<skill define="contract" name="double"/>',
      "empty/read.md": "nothing",
      "binary.json": "\0\0",
    });
    const finished = project.aml("contract", ...args);
    expect(finished.status).toBe(2);
    expect(finished.stdout).toBe("");
    expect(finished.stderr).toContain(message);
  });

  test("a name that two files define is told apart by its package", () => {
    const project = testProject({
      "one.md": '<skill define="contract" name="double"><field name="a"/></skill>',
      "two.md": '<skill define="contract" name="double"><field name="b"/></skill>',
    });
    expect(project.aml("contract", "types", "two/double")).toMatchObject({
      status: 0,
      stdout: expect.stringContaining("b?:"),
    });
    expect(project.aml("contract", "types", "double", "--from", "one.md").stdout).toContain("a?:");
  });
});

describe("a contract with an error is of no use, and the exit code is 1", () => {
  test.each<[string, string, number]>([
    ["broken", "AML3008", 4],
    ["twice", "AML2014", 5],
    ["needs-broken", "AML3008", 4],
  ])("%s", (name, code, line) => {
    const project = testProject({ "contracts.md": contracts, "a.json": "{}" });
    for (const args of [
      ["check", name, "a.json"],
      ["schema", name],
      ["types", name],
    ]) {
      const finished = project.aml("contract", ...args);
      expect(finished.status).toBe(1);
      expect(finished.stdout).toContain(`error[${code}]`);
      expect(finished.stdout).toContain(`contracts.md:${line}:`);
      expect(finished.stderr).toContain(`the contract ${name} cannot be used before its errors are corrected`);
      const printed = published(project.aml("contract", ...args, "--json"));
      expect(printed).toMatchObject({ version: 1, contract: name, diagnostics: [{ code }] });
    }
  });

  test("errors in other contracts and documents do not matter", () => {
    const project = testProject({ "contracts.md": contracts, "other.md": "<tool allow", "a.yaml": "name: Ann" });
    expect(project.aml("contract", "check", "person", "a.yaml")).toMatchObject({
      status: 0,
      stdout: "a.yaml keeps the contract person\n",
    });
  });
});

describe("aml contract check", () => {
  test("shows where a value breaks its contract, and exits with 1", () => {
    const project = testProject({ "contracts.md": contracts, "a.json": '{\n  "name": "Ann",\n  "age": "old"\n}\n' });
    expect(project.aml("contract", "check", "person", "a.json")).toMatchObject({
      status: 1,
      stderr: "",
      stdout: `error[AML6102]: \`/age\` must be a number, not "old"
 --> a.json:3:10
  |
3 |   "age": "old"
  |          ^^^^^
`,
    });
  });

  test("gives every issue with its pointer and place as JSON", () => {
    const project = testProject({ "contracts.md": contracts, "a.yaml": "name: Ann\nboss: {age: 1}\n" });
    const finished = project.aml("contract", "check", "person", "a.yaml", "--json");
    expect(finished.status).toBe(1);
    expect(published(finished)).toMatchObject({
      version: 1,
      contract: "person",
      file: "a.yaml",
      valid: false,
      issues: [{ pointer: "/boss/name", expected: "a string", found: "nothing", start: { line: 2, column: 1 } }],
      diagnostics: [{ code: "AML6102", file: "a.yaml" }],
    });
    project.write("a.yaml", "name: Ann\n");
    const kept = project.aml("contract", "check", "person", "a.yaml", "--json");
    expect(kept.status).toBe(0);
    expect(published(kept)).toMatchObject({ valid: true, issues: [], diagnostics: [] });
  });

  test.each<[string, string, string]>([
    ["a.json", '{"name": "Ann",}', "AML6101"],
    ["a.json", '{"name": "Ann", "name": "Bo"}', "AML6103"],
    ["a.yaml", "name: Ann\nname: Bo", "AML6103"],
    ["a.yaml", "[".repeat(100_000), "AML6104"],
  ])("refuses what cannot be read: %s", (file, text, code) => {
    const project = testProject({ "contracts.md": contracts, [file]: text });
    const finished = project.aml("contract", "check", "person", file);
    expect(finished.status).toBe(1);
    expect(finished.stdout).toContain(`error[${code}]`);
  });
});

describe("aml contract schema", () => {
  test("prints a schema that accepts what check accepts", () => {
    const project = testProject({ "contracts.md": contracts });
    const finished = project.aml("contract", "schema", "person");
    expect(finished).toMatchObject({ status: 0, stderr: "" });
    const schema = json(finished);
    const validate = new Ajv2020().compile(schema);
    expect(validate({ name: "Ann", boss: { name: "Bo" } })).toBe(true);
    expect(validate({ name: "Ann", boss: {} })).toBe(false);
    expect(published(project.aml("contract", "schema", "person", "--json"))).toEqual({
      version: 1,
      contract: "person",
      schema,
    });
  });

  test("says so when fields are nested too deeply for JSON", () => {
    const nested = `${'<field name="a">'.repeat(20_000)}<field name="b"/>${"</field>".repeat(20_000)}`;
    const project = testProject({ "deep.md": `<skill define="contract" name="deep">${nested}</skill>` });
    const finished = project.aml("contract", "schema", "deep");
    expect(finished.status).toBe(2);
    expect(finished.stderr).toContain('the fields of "deep" are nested too deeply to be printed as JSON');
  });
});

test("aml contract types prints TypeScript", () => {
  const project = testProject({ "contracts.md": contracts });
  const finished = project.aml("contract", "types", "person");
  const types = "export interface Person {\n  name: string;\n  age?: number | null;\n  boss?: Person | null;\n}\n";
  expect(finished).toMatchObject({ status: 0, stderr: "", stdout: types });
  expect(published(project.aml("contract", "types", "person", "--json"))).toEqual({
    version: 1,
    contract: "person",
    types,
  });
});

test("the page about contracts shows what the commands print", () => {
  const page = readFileSync(join(repository, "docs/contracts.md"), "utf8");
  const project = testProject();
  const fences = [...page.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language = "", text = ""]) => ({
    language,
    text,
  }));
  const files = fences.flatMap(({ text }) => {
    const name = /^(?:<!--|#) file: (\S+)/.exec(text)?.[1];
    return name === undefined ? [] : [project.write(name, text)];
  });
  expect(files).toHaveLength(2);
  const commands = fences.filter(({ language }) => language === "console");
  expect(commands).toHaveLength(2);
  for (const { text } of commands) {
    const [line = "", ...printed] = text.split("\n");
    const args = line.replace(/^\$ aml /, "").split(" ");
    expect(project.aml(...args).stdout).toBe(printed.join("\n"));
  }
});

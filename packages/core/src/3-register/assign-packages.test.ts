import { describe, expect, test } from "vitest";
import { checkDocuments } from "../6-execute/check-documents.ts";
import { verifies } from "../testing/verifies.ts";
import { assignPackages } from "./assign-packages.ts";
import type { Layer } from "./package.ts";

const quality = "---\nname: quality\n---\n";
const described = '<skill define="interface" name="review"/>';
const provided = '<skill define="implementation" name="lint" implements="review"/>';

/** Checks files given by their absolute paths. */
async function checked(files: Record<string, string>, layerOf: (folder: string) => Layer = () => "document") {
  const sources = Object.entries(files).map(([path, text]) => ({ file: path, path, text }));
  const { packages, diagnostics: found } = await assignPackages(sources, layerOf);
  const packaged = sources.map((source, index) => ({
    ...source,
    ...(packages[index] && { package: packages[index] }),
  }));
  const { diagnostics } = checkDocuments(packaged, { found });
  return {
    packages: packages.map(({ name, layer, folder }) => `${layer} ${name} ${folder ?? "-"}`),
    codes: diagnostics.map(({ file, code, start }) => `${file}:${start.line}:${start.column} ${code}`),
  };
}

const inSkills = (folder: string): Layer => (folder.startsWith("/p/.claude/skills/") ? "project" : "document");

describe("the name of a skill's package", () => {
  test.each([
    ["as in the front matter", "---\nname: quality\n---\n", "quality", []],
    ["quoted", '---\nname: "quality"\n---\n', "quality", []],
    ["after a BOM, with CRLF", "\uFEFF---\r\nname: quality\r\n---\r\n", "quality", []],
    ["a number is a name too", "---\nname: 42\n---\n", "42", []],
    ["no front matter: the folder's name", "text", "folder", ["/p/folder/SKILL.md:1:1 AML3021"]],
    ["an empty file", "", "folder", ["/p/folder/SKILL.md:1:1 AML3021"]],
    ["front matter that never ends", "---\nname: quality\n", "folder", ["/p/folder/SKILL.md:1:1 AML3021"]],
    ["front matter without a name", "---\ndescription: x\n---\n", "folder", ["/p/folder/SKILL.md:1:1 AML3021"]],
    ["an empty name", "---\nname:\n---\n", "folder", ["/p/folder/SKILL.md:1:1 AML3021"]],
    ["a name that is a list", "---\nname: [a]\n---\n", "folder", ["/p/folder/SKILL.md:1:1 AML3021"]],
    ["a list instead of members", "---\n- name\n---\n", "folder", ["/p/folder/SKILL.md:1:1 AML3021"]],
    ["no valid YAML, at its place", "---\nname: a\ntext: b: c\n---\n", "folder", ["/p/folder/SKILL.md:3:7 AML3020"]],
    ["a name given twice", "---\nname: a\nname: b\n---\n", "folder", ["/p/folder/SKILL.md:3:1 AML3020"]],
    [
      "a name that no name can refer to",
      "---\nname: Code Review\n---\n",
      "Code Review",
      ["/p/folder/SKILL.md:2:7 AML3022"],
    ],
    ["front matter that ends the file", "---\nname: quality\n---", "quality", []],
    ["a tag is not carried out", "---\nname: !!js/function 'x'\n---\n", "x", []],
  ])("%s", async (_, text, name, codes) => {
    const result = await checked({ "/p/folder/SKILL.md": text });
    expect(result).toEqual({ packages: [`document ${name} /p/folder`], codes });
  });
});

describe("which files are one package", () => {
  verifies("package.folder");
  test("an interface in one file of a folder, its implementation in another, used in a third", async () => {
    const result = await checked({
      "/p/skill/SKILL.md": `${quality}${described}`,
      "/p/skill/more/impl.md": provided,
      "/p/skill/use.md": '<skill interface="review"/><skill impl="quality/lint"/>',
    });
    expect(result.codes).toEqual([]);
    expect(new Set(result.packages)).toEqual(new Set(["document quality /p/skill"]));
  });

  test("ten files of their own that define the same names are no conflict", async () => {
    const files = Array.from({ length: 10 }, (_, index): [string, string] => [
      `/p/file-${index}.md`,
      `${described}${provided}<skill interface="review"/>`,
    ]);
    expect((await checked(Object.fromEntries(files))).codes).toEqual([]);
  });

  test("the same name twice in one package is an error pointing at the second", async () => {
    const { codes } = await checked({ "/p/s/SKILL.md": `${quality}${described}`, "/p/s/more.md": described });
    expect(codes).toEqual(["/p/s/more.md:1:27 AML3001"]);
  });

  test("a file sees no skill folder outside the folders of skills", async () => {
    const files = { "/p/s/SKILL.md": `${quality}${described}${provided}`, "/p/use.md": '<skill interface="review"/>' };
    expect((await checked(files)).codes).toEqual(["/p/use.md:1:8 AML4006"]);
  });

  test("every file sees the project's skills", async () => {
    const files = {
      "/p/.claude/skills/quality/SKILL.md": `${quality}${described}${provided}`,
      "/p/use.md": '<skill interface="review"/>',
    };
    expect(await checked(files, inSkills)).toEqual({
      packages: ["project quality /p/.claude/skills/quality", "document use -"],
      codes: [],
    });
  });

  test("the innermost SKILL.md counts", async () => {
    const { packages } = await checked({
      "/p/a/SKILL.md": "---\nname: outer\n---\n",
      "/p/a/b/SKILL.md": "---\nname: inner\n---\n",
      "/p/a/b/c/x.md": "",
      "/p/a/y.md": "",
      "/p/ab/z.md": "",
    });
    expect(packages.map((text) => text.split(" ")[1])).toEqual(["outer", "inner", "inner", "outer", "z"]);
  });

  test("two folders of one name are two packages: what both define is a warning, and the first is nearer", async () => {
    const twice = `${quality}${described}`;
    const files = { "/p/.claude/skills/a/SKILL.md": twice, "/p/.claude/skills/b/SKILL.md": twice };
    expect((await checked(files, inSkills)).codes).toEqual(["/p/.claude/skills/a/SKILL.md:4:27 AML3002"]);
  });

  test("a file in no folder is a package of its own", async () => {
    const { packages } = await checked({ "/p/SKILL.md": quality, "use.md": "" });
    expect(packages).toEqual(["document quality /p", "document use -"]);
  });

  test("a SKILL.md at the root of the disk makes everything one package, and nothing loops", async () => {
    expect((await checked({ "/SKILL.md": quality, "/a/b.md": "" })).packages).toEqual([
      "document quality /",
      "document quality /",
    ]);
  });
});

describe("a skill without AML", () => {
  const plain = "---\nname: code-review\n---\nLook for bugs first.\n";
  const file = "/p/.claude/skills/code-review/SKILL.md";

  test.each(['<skill name="code-review"/>', '<skill impl="code-review"/>', '<skill ref="code-review"/>'])(
    "is an implementation of its own name: %s",
    async (text) => {
      expect((await checked({ [file]: plain, "/p/use.md": text }, inSkills)).codes).toEqual([]);
    },
  );

  test("is no interface", async () => {
    const { codes } = await checked({ [file]: plain, "/p/use.md": '<skill interface="code-review"/>' }, inSkills);
    expect(codes).toEqual(["/p/use.md:1:8 AML4006"]);
  });

  test("with AML in it defines what it says and nothing else", async () => {
    const { codes } = await checked(
      { [file]: `${plain}${described}`, "/p/use.md": '<skill name="code-review"/>' },
      inSkills,
    );
    expect(codes).toEqual(["/p/use.md:1:8 AML4007"]);
  });

  test("a file of that name in no folder of its own is none", () => {
    expect(checkDocuments([{ file: "SKILL.md", text: plain }]).registry.packages[0]?.definitions).toEqual([]);
  });
});

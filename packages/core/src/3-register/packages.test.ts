import { describe, expect, test } from "vitest";
import { type CheckSource, check } from "../check.ts";
import { verifies } from "../testing/verifies.ts";

function codes(text: string): string[] {
  return check([{ file: "a.md", text }]).diagnostics.map(({ code }) => code);
}

describe("packages", () => {
  const skill = (name: string, layer: "import" | "project" | "user", text: string): CheckSource => ({
    file: `${layer}/${name}/SKILL.md`,
    text,
    package: { name, layer },
  });
  const own = (file: string, text: string): CheckSource => ({ file, text });
  const named = (sources: readonly CheckSource[]) => {
    const { documents, resolutions, diagnostics } = check(sources);
    const last = documents.at(-1)?.elements.at(-1);
    const found = last && resolutions.get(last);
    return { package: found?.implementation.package, codes: diagnostics.map(({ file, code }) => `${file} ${code}`) };
  };
  const lint =
    '<skill define="interface" name="review"/><skill define="implementation" name="lint" implements="review"/>';

  test("a file sees no other file that is no skill, and two such files may define the same", () => {
    verifies("package.file");
    expect(named([own("a.md", lint), own("b.md", lint), own("c.md", '<skill impl="lint"/>')])).toEqual({
      package: undefined,
      codes: ["c.md AML4001"],
    });
  });

  test("the files of one skill folder are one package", () => {
    const other = { ...skill("quality", "project", lint), file: "project/quality/more.md" };
    expect(named([skill("quality", "project", lint), other]).codes).toEqual([
      "project/quality/more.md AML3001",
      "project/quality/more.md AML3001",
    ]);
  });

  test("a name defined twice points at both definitions", () => {
    verifies("package.duplicate");
    const twice = '<skill define="contract" name="ticket"/>\n<skill define="contract" name="ticket"/>';
    const { diagnostics } = check([own("a.md", twice)]);
    expect(diagnostics.map(({ code, severity, start, related }) => [code, severity, start.line, related])).toEqual([
      ["AML3001", "error", 2, [expect.objectContaining({ file: "a.md", start: { line: 1, column: 26, offset: 25 } })]],
    ]);
  });

  test("an interface, an implementation and a contract may share a name", () => {
    verifies("definition.namespaces");
    const three =
      '<skill define="interface" name="a"/><skill define="contract" name="a"/><skill define="implementation" name="a" implements="a"/>';
    expect(codes(`${three}<skill interface="a"/><skill impl="a"/>`)).toEqual([]);
  });

  test("a plain name and the same name qualified are one name", () => {
    for (const names of [
      ["ticket", "quality/ticket"],
      ["quality/ticket", "ticket"],
    ]) {
      const text = names.map((name) => `<skill define="contract" name="${name}"/>`).join("");
      expect(named([skill("quality", "project", text)]).codes).toEqual(["project/quality/SKILL.md AML3001"]);
    }
  });

  test("a name with a slash is found as it stands, and under no other package", () => {
    verifies("package.slash");
    const definitions =
      '<skill define="interface" name="other/review"/><skill define="implementation" name="other/lint" implements="other/review"/>';
    const skills = [skill("p", "project", definitions)];
    expect(named([...skills, own("a.md", '<skill impl="other/lint"/>')]).package?.name).toBe("p");
    expect(named([...skills, own("a.md", '<skill impl="p/other/lint"/>')]).codes).toEqual(["a.md AML4001"]);
    expect(named([...skills, own("a.md", '<skill impl="p/lint"/>')]).codes).toEqual(["a.md AML4001"]);
  });

  test("an implementation that a nearer one of its name hides is no candidate", () => {
    const interfaces = skill("i", "import", '<skill define="interface" name="review"/>');
    const lint = '<skill define="implementation" name="lint" implements="review"/>';
    const sources = [interfaces, skill("p", "project", lint), skill("u", "user", lint)];
    expect(named([...sources, own("a.md", '<skill interface="review"/>')])).toEqual({
      package: expect.objectContaining({ name: "p" }),
      codes: ["project/p/SKILL.md AML3002"],
    });
  });

  test("a file sees imports, the project's skills and the user's, nearest first", () => {
    verifies("package.order");
    const sources = [skill("u", "user", lint), skill("p", "project", lint), skill("i", "import", lint)];
    expect(named([...sources, own("a.md", '<skill impl="lint"/>')]).package?.name).toBe("i");
    expect(named([...sources.slice(0, 2), own("a.md", '<skill impl="lint"/>')]).package?.name).toBe("p");
    expect(named([...sources.slice(0, 1), own("a.md", '<skill impl="lint"/>')]).package?.name).toBe("u");
  });

  test("its own definition hides a farther one, with a warning at its own", () => {
    verifies("package.shadowed");
    const mine =
      '<skill define="interface" name="mine"/><skill define="implementation" name="lint" implements="mine"/>';
    expect(named([skill("p", "project", lint), own("a.md", `${mine}<skill impl="lint"/>`)])).toEqual({
      package: expect.objectContaining({ name: "a" }),
      codes: ["a.md AML3002"],
    });
  });

  test("a qualified name finds the hidden one, and its own", () => {
    verifies("package.qualified");
    const mine =
      '<skill define="interface" name="mine"/><skill define="implementation" name="lint" implements="mine"/>';
    const sources = [skill("p", "project", lint)];
    expect(named([...sources, own("a.md", `${mine}<skill impl="p/lint"/>`)]).package?.name).toBe("p");
    expect(named([...sources, own("a.md", `${mine}<skill impl="a/lint"/>`)]).package?.name).toBe("a");
    expect(named([...sources, own("a.md", `<skill interface="p/review"/>`)]).package?.name).toBe("p");
  });

  test("a file of a skill folder looks in its own folder first, whatever is nearer to others", () => {
    verifies("package.own-first");
    const inside = { ...skill("u", "user", `${lint}<skill impl="lint"/>`) };
    expect(named([skill("p", "project", lint), inside]).package?.name).toBe("u");
  });

  test("an implementation belongs to the interface its own package means", () => {
    const other = '<skill define="interface" name="review"/>';
    const result = named([skill("p", "project", lint), own("a.md", `${other}<skill interface="review"/>`)]);
    expect(result.codes).toEqual(["a.md AML3002", "a.md AML4005"]);
  });
});

describe("the built-in interfaces", () => {
  test.each(["grammar-check", "plan-init", "execution-loop", "gate-router", "loop-expander", "step", "verify"])(
    "dde/%s is there, in its dotted spelling too",
    (name) => {
      verifies("built-in.interfaces");
      expect(codes(`<skill interface="dde/${name}"/><skill interface="dde.${name}"/>`)).toEqual(["AML4005", "AML4005"]);
    },
  );

  test.each(["diagram-driven-execution", "dde-simple", "dde-advanced"])("%s is there, and implemented", (name) => {
    expect(codes(`<skill interface="${name}"/>`)).toEqual([]);
  });
});

describe("built-in names", () => {
  verifies("built-in.protected", "built-in.restated");
  test.each([
    ['<skill define="interface" name="dde/step">What a step does.</skill>', ["AML3004"]],
    ['<skill define="interface" name="dde.step">What a step does.</skill>', ["AML2013", "AML3004"]],
    ['<skill define="interface" name="dde-simple" extends="diagram-driven-execution">Light.</skill>', ["AML3004"]],
    ['<skill define="interface" name="dde-simple" extends="dde/step"/>', ["AML3003"]],
    ['<skill define="interface" name="dde/step"><param name="a"/></skill>', ["AML3003"]],
    ['<skill define="implementation" name="dde-simple" implements="dde-simple"/>', ["AML3003"]],
    ['<skill define="implementation" name="dde" implements="diagram-driven-execution"/>', ["AML3003"]],
    ['<skill define="interface" name="dde"/>', ["AML3003"]],
    ['<skill define="contract" name="dde"/>', []],
  ])("%s", (text, expected) => {
    expect(codes(text)).toEqual(expected);
  });
});

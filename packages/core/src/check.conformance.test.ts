import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { type CheckSource, check } from "./check.ts";

// The reference's fixtures and real documents are not part of this repository; they lie beside it where it is developed.
const shared = fileURLToPath(new URL("../../../../shared", import.meta.url));
const isThere = existsSync(shared);

function filesIn(folder: string): string[] {
  if (!isThere) return [];
  const entries = readdirSync(join(shared, folder), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

function errorsOf(file: string, reference?: CheckSource["package"]): string[] {
  const source = { file, text: readFileSync(file, "utf8"), ...(reference && { package: reference }) };
  const { diagnostics } = check([source]);
  return diagnostics.filter(({ severity }) => severity === "error").map(({ code }) => code);
}

test.skipIf(isThere)("the shared fixtures are skipped: ../shared is not beside this repository", () => {});

describe.runIf(isThere)("the reference's positive fixtures have no error", () => {
  test.each(filesIn("conformance/positive"))("%s", (file) => {
    expect(errorsOf(file)).toEqual([]);
  });
});

/** What the comment at the top of each fixture names. */
const negative: Readonly<Record<string, string>> = {
  "01-define-plus-interface.sml": "AML2004",
  "02-define-plus-impl.sml": "AML2004",
  "03-define-plus-retries.sml": "AML2004",
  "04-name-plus-interface.sml": "AML2004",
  "05-no-resolution-target.sml": "AML2003",
  "06-interface-def-missing-name.sml": "AML2002",
  "07-impl-def-missing-implements.sml": "AML2002",
  "08-unclosed-tag.sml": "AML1001",
  "09-mismatched-close.sml": "AML1001",
  "10-invalid-retries-value.sml": "AML2005",
  "11-unknown-define-value.sml": "AML2006",
  "12-tool-allow-deny-conflict.sml": "AML2007",
  "13-agent-missing-name.sml": "AML2002",
  "14-directive-in-definition.sml": "AML2029",
  "15-enum-without-values.sml": "AML2019",
  "16-duplicate-param-names.sml": "AML2014",
  "17-invalid-param-type.sml": "AML2018",
  "18-duplicate-node-names.sml": "AML2014",
  "19-tool-allow-deny-conflict.sml": "AML2007",
  "20-contract-duplicate-fields.sml": "AML2014",
  "21-contract-enum-without-values.sml": "AML2019",
  "22-contract-unknown-type.sml": "AML2018",
  "23-contract-unknown-reference.sml": "AML3008",
  "24-contract-extends-cycle.sml": "AML3006",
  "25-directive-in-contract.sml": "AML2010",
  "26-children-on-scalar-field.sml": "AML2024",
  "27-invalid-bare-attribute.sml": "AML1007",
};

describe.runIf(isThere)("the reference's negative fixtures have the error they are named for, and no other", () => {
  test.each(filesIn("conformance/negative"))("%s", (file) => {
    expect(errorsOf(file)).toEqual([negative[basename(file)]]);
  });
});

/** The errors of the tricky inputs that have one when checked (language.md decides where a specification is silent). */
const tricky: Readonly<Record<string, readonly string[]>> = {
  "019-attr-after-slash.aml": ["AML1006"],
  "021-dup-attr.aml": ["AML1008"],
  "028-unknown-attr.aml": ["AML1007"],
  "030-empty-interface.aml": ["AML2005"],
  "031-bad-name-chars.aml": ["AML2012"],
  "033-smart-quotes.aml": ["AML1005"],
  "034-unclosed-quote.aml": ["AML1004"],
  "036-define+policy.aml": ["AML2004", "AML2004", "AML2004", "AML2004"],
  "037-name+interface.aml": ["AML2004"],
  "039-retries-99.aml": ["AML2005"],
  "040-timeout-garbage.aml": ["AML2005"],
  "042-retries-plus.aml": ["AML2005"],
  "060-cdata.aml": ["AML1001"],
  "061-pi-doctype.aml": ["AML1020"],
  "064-aml-text-before.aml": ["AML1020"],
  "066-aml-no-version.aml": ["AML1024"],
  "067-aml-version-any.aml": ["AML1025"],
  "078-nested-def-in-invocation.aml": ["AML2009"],
  "079-nested-def-in-def.aml": ["AML2009"],
  "081-dup-definition.aml": ["AML3001"],
  "084-extends-self.aml": ["AML3006"],
  "085-extends-tail-into-cycle.aml": ["AML3006"],
  "088-iface-implements-nonregistered.aml": ["AML3005"],
  "090-iface-two-reads.aml": ["AML2014"],
  "091-iface-reads-selfclosing.aml": ["AML2002"],
  "093-iface-ref-conflict.aml": ["AML2004"],
  "099-impl-tool.aml": ["AML2010"],
  "100-impl-param-decl.aml": ["AML2011"],
  "103-node-bad-type.aml": ["AML2005"],
  "109-contract-field-in-scalar-contractref.aml": ["AML2024"],
  "111-contract-values-nonenum.aml": ["AML2020"],
  "115-contract-nested-def.aml": ["AML2009"],
  "117-contract-bare-optional.aml": ["AML1007"],
  "120-contract-override-narrow.aml": ["AML3009"],
  "121-param-required-default.aml": ["AML2005"],
  "129-tool-on-failure.aml": ["AML2028"],
  "132-agent-empty.aml": ["AML2005"],
  "133-agent-mode-bad.aml": ["AML2005"],
  "135-crossed.aml": ["AML1001"],
  "136-crossed-skill-tool.aml": ["AML1001"],
  "139-unclosed-inner.aml": ["AML1001"],
  "162-ex-ambiguous.aml": ["AML4003"],
  "163-ex-hint-nomatch.aml": ["AML4002"],
  "165-ex-impl-mismatch.aml": ["AML4004"],
  "169-ex-required-param-missing.aml": ["AML4008", "AML4010"],
  "171-ex-def-in-session.aml": ["AML2009", "AML2009"],
  "184-skill-slash-close-weird.aml": ["AML1006"],
  "187-param-close-missing.aml": ["AML1001"],
  "195-nested-def-param-in-invocation.aml": ["AML2009"],
  "205-masfactory-aml.aml": ["AML1027", "AML1027", "AML1027"],
  "210-iface-tool-name.aml": ["AML2029"],
};

describe.runIf(isThere)("tricky inputs have the errors of the rules they break, and the others none", () => {
  test.each(filesIn("cases/aml").filter((file) => file.endsWith(".aml")))("%s", (file) => {
    expect(errorsOf(file)).toEqual(tricky[basename(file)] ?? []);
  });
});

describe.runIf(isThere)("real documents have no error", () => {
  test.each(filesIn("corpus/aml"))("%s", (file) => {
    const isOriginal = file.includes("/dde/");
    expect(errorsOf(file, isOriginal ? { name: "diagram-driven-execution", layer: "document" } : undefined)).toEqual(
      [],
    );
  });
});

test.runIf(isThere)("the skill that diagram-driven execution comes from checks clean apart from hints", () => {
  const [seed] = filesIn("seeds").filter((file) => basename(file).startsWith("001_"));
  const { diagnostics } = check([{ file: "SKILL.md", text: readFileSync(seed ?? "", "utf8") }]);
  expect(diagnostics.filter(({ severity }) => severity !== "hint")).toEqual([]);
  expect(diagnostics.filter(({ code }) => code === "AML3004")).toHaveLength(10);
});

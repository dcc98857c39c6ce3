// Makes the typed constructors, the explanations and the documentation page from spec/diagnostics/*.md.
// With --check it writes nothing and fails when a generated file is out of date.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const catalogue = join(root, "spec/diagnostics");

/** One `## AMLnnnn name` section: severity line, quoted message, prose, and fenced `bad` and `good` examples. */
function parseEntry(section, file) {
  const fail = (why) => {
    throw new Error(`${file}: ${section.split("\n", 1)[0]}: ${why}`);
  };
  const heading =
    /^## (AML\d{4}) ([a-z][a-z0-9-]*)\n/.exec(section) ?? fail("the heading is not `## AMLnnnn kebab-name`");
  const [head, code, name] = heading;
  const severity =
    /^\n*(error|warning|hint)\n/.exec(section.slice(head.length))?.[1] ?? fail("no severity under the heading");
  const message = /^> (.+)$/m.exec(section)?.[1] ?? fail("no message (`> ...`)");
  const after = section.slice(section.indexOf(message) + message.length);
  const examples = { bad: [], good: [] };
  const explanation = after
    .replace(/^(`{3,})(\w+) (bad|good)\n([\s\S]*?)^\1$\n?/gm, (_, _ticks, language, kind, text) => {
      examples[kind].push({ language, text });
      return "";
    })
    .trim();
  if (explanation === "") fail("no explanation");
  const values = [...new Set([...message.matchAll(/\{(\w+)\}/g)].map(([, value]) => value))];
  return { code, name, severity, message, explanation, examples, values };
}

function readCatalogue() {
  const entries = [];
  for (const file of readdirSync(catalogue)
    .filter((name) => name.endsWith(".md"))
    .sort()) {
    const text = readFileSync(join(catalogue, file), "utf8");
    for (const section of text.split(/^(?=## AML)/m).slice(1)) entries.push(parseEntry(section, file));
  }
  entries.sort((a, b) => a.code.localeCompare(b.code));
  const seen = new Set();
  for (const { code, name } of entries) {
    if (seen.has(code) || seen.has(name)) throw new Error(`${code} ${name} is in the catalogue twice`);
    seen.add(code).add(name);
  }
  return entries;
}

const camel = (name) => name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
const template = (message) =>
  message.replace(/[`\\]/g, "\\$&").replace(/\{(\w+)\}/g, (_, value) => `\${details.${value}}`);

function constructors(entries) {
  const lines = [
    "// Generated from spec/diagnostics by scripts/generate-diagnostics.mjs. Do not edit.",
    'import { type Diagnostic, type DiagnosticDetails, diagnostic } from "./diagnostic.ts";',
    "",
  ];
  for (const { code, name, severity, message, values } of entries) {
    const fields = values.map((value) => `; readonly ${value}: string | number`).join("");
    const type = values.length === 0 ? "DiagnosticDetails" : `DiagnosticDetails & { ${fields.slice(2)} }`;
    const text = values.length === 0 ? JSON.stringify(message) : `\`${template(message)}\``;
    lines.push(`/** ${code} (${severity}): ${message} */`);
    lines.push(`export function ${camel(name)}(details: ${type}): Diagnostic {`);
    lines.push(`  return diagnostic("${code}", "${severity}", ${text}, details);`, "}", "");
  }
  return lines.join("\n");
}

function explanations(entries) {
  const rows = entries.map(
    ({ code, name, severity, message, explanation, examples }) =>
      `  ${JSON.stringify({ code, name, severity, message, explanation, ...examples })},`,
  );
  return [
    "// Generated from spec/diagnostics by scripts/generate-diagnostics.mjs. Do not edit.",
    'import type { CatalogueEntry } from "./catalogue-entry.ts";',
    "",
    "/** Every diagnostic, by code: what `aml explain` and the tests of the examples read. */",
    "export const catalogue: readonly CatalogueEntry[] = [",
    ...rows,
    "];",
    "",
  ].join("\n");
}

function names(entries) {
  return [
    "// Generated from spec/diagnostics by scripts/generate-diagnostics.mjs. Do not edit.",
    "",
    "/** The name of every diagnostic by its code, without the prose that `loadCatalogue` brings. */",
    "export const diagnosticNames: ReadonlyMap<string, string> = /* @__PURE__ */ new Map([",
    ...entries.map(({ code, name }) => `  ["${code}", "${name}"],`),
    "]);",
    "",
  ].join("\n");
}

function page(entries) {
  const lines = [
    "# Diagnostics",
    "",
    "Generated from `spec/diagnostics`. `aml explain CODE` prints the same text.",
    "",
  ];
  for (const { code, name, severity, message, explanation, examples } of entries) {
    lines.push(
      `<a id="${code.toLowerCase()}"></a>`,
      "",
      `## ${code} ${name}`,
      "",
      `**${severity}**: ${message}`,
      "",
      explanation,
      "",
    );
    for (const kind of ["bad", "good"]) {
      for (const { language, text } of examples[kind])
        lines.push(
          `${kind === "bad" ? "Reported" : "Accepted"}:`,
          "",
          `\`\`\`\`${language}`,
          text.replace(/\n$/, ""),
          "````",
          "",
        );
    }
  }
  return `${lines.join("\n").trimEnd()}\n`;
}

const entries = readCatalogue();
const outputs = {
  "packages/core/src/diagnostics/catalogue.generated.ts": constructors(entries),
  "packages/core/src/diagnostics/explanations.generated.ts": explanations(entries),
  "packages/core/src/diagnostics/names.generated.ts": names(entries),
  "docs/diagnostics.md": page(entries),
};
const stale = Object.entries(outputs).filter(([file, text]) => {
  try {
    return readFileSync(join(root, file), "utf8") !== text;
  } catch {
    return true;
  }
});
if (process.argv.includes("--check")) {
  for (const [file] of stale) process.stderr.write(`${file} is out of date: run npm run generate\n`);
  process.exitCode = stale.length === 0 ? 0 : 1;
} else {
  for (const [file, text] of stale) writeFileSync(join(root, file), text);
}

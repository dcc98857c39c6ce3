import { describe, expect, it } from "vitest";
import { parse } from "../1-parse/parse.ts";
import { effectiveTools } from "../5-authorise/effective-tools.ts";
import { everyTool } from "../5-authorise/tool-set.ts";
import { attribute, type Document, type Element } from "../ast/nodes.ts";
import { compilePlan } from "../diagram/compile/compile-plan.ts";
import {
  diagramOfImplementation,
  diagramOfMarkdown,
  diagramOfMermaidFile,
  diagramOfSkill,
  type FoundDiagram,
} from "../diagram/find-diagram.ts";
import { parseDiagram } from "../diagram/mermaid/parse-diagram.ts";
import { stepsOf } from "../diagram/steps-of.ts";
import type { CatalogueExample } from "./catalogue-entry.ts";
import type { Diagnostic } from "./diagnostic.ts";
import { catalogue } from "./explanations.generated.ts";

/** From AML7060 on it is about the plans that are there already, which no example alone can show. */
const entries = catalogue.filter(({ code }) => code.startsWith("AML7") && code < "AML7060");

/** Everything that is said about an example, by code. */
function codesOf({ language, text }: CatalogueExample): readonly string[] {
  const file = `example.${language}`;
  const diagnostics =
    language === "aml" ? ofDocument(parse({ file, text }).document) : ofPlan(findIn(language, { file, text }));
  return diagnostics.map(({ code }) => code);
}

function findIn(language: string, source: { readonly file: string; readonly text: string }): FoundDiagram {
  return language === "md" ? diagramOfMarkdown(source) : diagramOfMermaidFile(source);
}

function ofPlan(found: FoundDiagram, document?: Document, element?: Element): readonly Diagnostic[] {
  if (found.diagram === null) return found.diagnostics;
  const { diagram, diagnostics } = parseDiagram(found.diagram);
  const said = [...found.diagnostics, ...diagnostics];
  if (diagram === null) return said;
  const steps = document === undefined || element === undefined ? [] : stepsOf(document, element);
  const compiled = compilePlan(diagram, steps, {
    id: (element && attribute(element, "design-id")) ?? "example",
    mode: element !== undefined && attribute(element, "impl") === "dde-simple" ? "simple" : "advanced",
    tools: document === undefined || element === undefined ? everyTool : effectiveTools(document, element),
  });
  return [...said, ...compiled.diagnostics];
}

function ofDocument(document: Document): readonly Diagnostic[] {
  return document.elements.flatMap((element) => {
    if (element.kind === "implementation") return ofPlan(diagramOfImplementation(document, element), document, element);
    return element.kind === "invocation" ? ofPlan(diagramOfSkill(document, element), document, element) : [];
  });
}

describe.each(entries)("$code $name", ({ code, severity, bad, good }) => {
  it("has an example of what it reports, and of what to write instead", () => {
    expect(bad.length).toBeGreaterThan(0);
    expect(good.length).toBeGreaterThan(0);
  });

  it("reports its bad examples, and nothing else of its weight", () => {
    for (const example of bad) {
      const codes = new Set(codesOf(example));
      expect([...codes], example.text).toContain(code);
      const others = [...codes].filter((other) => other !== code);
      const weights = others.map((other) => catalogue.find((entry) => entry.code === other)?.severity);
      if (severity === "error") expect(weights, `${example.text}\n${others.join(", ")}`).not.toContain("error");
    }
  });

  it("is silent about its good examples, which are accepted", () => {
    for (const example of good) {
      const codes = codesOf(example);
      expect(codes, example.text).not.toContain(code);
      const weights = codes.map((other) => catalogue.find((entry) => entry.code === other)?.severity);
      expect(weights, `${example.text}\n${codes.join(", ")}`).not.toContain("error");
    }
  });
});

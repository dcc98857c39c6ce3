import { enumValues } from "../2-validate/declared-type.ts";
import { attribute, type Document, type Element, isElement } from "../ast/nodes.ts";
import type { PackageReference } from "./package.ts";

interface DefinitionBase {
  readonly name: string;
  readonly package: PackageReference;
  readonly document: Document;
  readonly element: Element;
}

/** What a skill promises: its inputs and results, and what it may touch (language.md 4.2). */
export interface InterfaceDefinition extends DefinitionBase {
  readonly kind: "interface";
  readonly extends: string | undefined;
  readonly params: readonly Declaration[];
  readonly returns: readonly Declaration[];
  readonly reads: readonly string[];
  readonly writes: readonly string[];
  /** The interface's own constraints, around every invocation that resolves through it. */
  readonly tools: readonly Element[];
}

/** One way to keep the promise of an interface (language.md 4.3). */
export interface ImplementationDefinition extends DefinitionBase {
  readonly kind: "implementation";
  readonly implements: string;
  readonly language: string | undefined;
  readonly framework: string | undefined;
  readonly capabilities: readonly string[];
  readonly priority: number;
  /** The tool that runs it (language.md 7.3). */
  readonly run: string | undefined;
}

/** The shape of a structured value (language.md 4.4). */
export interface ContractDefinition extends DefinitionBase {
  readonly kind: "contract";
  readonly extends: string | undefined;
  readonly version: string | undefined;
  /** Its own; what it inherits is in the registry. */
  readonly fields: readonly Declaration[];
}

export type Definition = InterfaceDefinition | ImplementationDefinition | ContractDefinition;

/** A declared `<param>`, `<returns>` or `<field>`; only fields nest. */
export interface Declaration {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly default: string | undefined;
  readonly values: readonly string[];
  readonly fields: readonly Declaration[];
  readonly element: Element;
}

/** Reads a definition; undefined for an element that is none, or that lacks what it is registered under. */
export function definitionOf(document: Document, element: Element, owner: PackageReference): Definition | undefined {
  const name = attribute(element, "name");
  if (name === undefined || name === "") return undefined;
  switch (element.kind) {
    case "interface":
      return interfaceOf(name, document, element, owner);
    case "implementation":
      return implementationOf(name, document, element, owner);
    case "contract":
      return contractOf(name, document, element, owner);
    default:
      return undefined;
  }
}

// The literals below name every property rather than spreading a common base: a project may define thousands of
// skills, and spreading makes each several times as slow to build.

function interfaceOf(name: string, document: Document, element: Element, owner: PackageReference): InterfaceDefinition {
  const children = element.children.length === 0 ? none : element.children.filter(isElement);
  return {
    kind: "interface",
    name,
    package: owner,
    document,
    element,
    // `implements` is the older spelling (language.md 4.2).
    extends: attribute(element, "extends") ?? attribute(element, "implements"),
    params: declarationsOf(children, "param"),
    returns: declarationsOf(children, "returns"),
    reads: patternsOf(document, children, "reads"),
    writes: patternsOf(document, children, "writes"),
    tools: children.length === 0 ? none : children.filter(({ kind }) => kind === "tool"),
  };
}

function implementationOf(
  name: string,
  document: Document,
  element: Element,
  owner: PackageReference,
): ImplementationDefinition | undefined {
  const declared = attribute(element, "implements");
  if (declared === undefined) return undefined;
  const priority = Number(attribute(element, "priority") ?? 0);
  return {
    kind: "implementation",
    name,
    package: owner,
    document,
    element,
    implements: declared,
    language: attribute(element, "language"),
    framework: attribute(element, "framework"),
    capabilities: listOf(attribute(element, "capabilities")),
    priority: Number.isSafeInteger(priority) ? priority : 0,
    run: attribute(element, "run"),
  };
}

function contractOf(name: string, document: Document, element: Element, owner: PackageReference): ContractDefinition {
  return {
    kind: "contract",
    name,
    package: owner,
    document,
    element,
    extends: attribute(element, "extends"),
    version: attribute(element, "version"),
    fields: declarationsOf(element.children.filter(isElement), "field"),
  };
}

const none: readonly never[] = [];

/** The declarations among some elements, with their nested fields; nesting may be deep, so nothing recurses. */
function declarationsOf(elements: readonly Element[], kind: "param" | "returns" | "field"): readonly Declaration[] {
  if (elements.length === 0) return none;
  const declared: Declaration[] = [];
  const open: [readonly Element[], Declaration[]][] = [[elements, declared]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [candidates, siblings] = next;
    const seen = new Set<string>();
    for (const candidate of candidates) {
      const name = attribute(candidate, "name") ?? "";
      if (candidate.kind !== kind || name === "" || seen.has(name)) continue;
      seen.add(name);
      const nested = candidate.children.some(isElement) ? candidate.children.filter(isElement) : none;
      const fields: Declaration[] = [];
      siblings.push(declarationOf(candidate, name, fields));
      if (nested.length > 0) open.push([nested, fields]);
    }
  }
  return declared;
}

function declarationOf(element: Element, name: string, fields: readonly Declaration[]): Declaration {
  const hasFields = element.children.some(({ kind }) => kind === "field");
  const required = element.attributes.find((candidate) => candidate.name === "required");
  return {
    name,
    type: attribute(element, "type") ?? (hasFields ? "object" : "string"),
    required: required !== undefined && (required.value ?? "true") === "true",
    default: attribute(element, "default"),
    values: enumValues(attribute(element, "values")),
    fields,
    element,
  };
}

function patternsOf({ source }: Document, elements: readonly Element[], kind: "reads" | "writes"): readonly string[] {
  const found = elements.find((candidate) => candidate.kind === kind);
  if (found === undefined) return none;
  return listOf(attribute(found, "patterns") ?? source.text.slice(found.bodyStart, found.bodyEnd));
}

function listOf(value: string | undefined): readonly string[] {
  if (value === undefined) return none;
  return value
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
}

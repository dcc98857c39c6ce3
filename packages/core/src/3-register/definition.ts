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
  const base = { name, package: owner, document, element };
  switch (element.kind) {
    case "interface":
      return interfaceOf(base);
    case "implementation":
      return implementationOf(base);
    case "contract":
      return {
        ...base,
        kind: "contract",
        extends: attribute(element, "extends"),
        version: attribute(element, "version"),
        fields: declarationsOf(element, "field"),
      };
    default:
      return undefined;
  }
}

function interfaceOf(base: DefinitionBase): InterfaceDefinition {
  const { document, element } = base;
  return {
    ...base,
    kind: "interface",
    // `implements` is the older spelling (language.md 4.2).
    extends: attribute(element, "extends") ?? attribute(element, "implements"),
    params: declarationsOf(element, "param"),
    returns: declarationsOf(element, "returns"),
    reads: patternsOf(document, element, "reads"),
    writes: patternsOf(document, element, "writes"),
    tools: element.children.filter(isElement).filter(({ kind }) => kind === "tool"),
  };
}

function implementationOf(base: DefinitionBase): ImplementationDefinition | undefined {
  const { element } = base;
  const declared = attribute(element, "implements");
  if (declared === undefined) return undefined;
  const priority = Number(attribute(element, "priority") ?? 0);
  return {
    ...base,
    kind: "implementation",
    implements: declared,
    language: attribute(element, "language"),
    framework: attribute(element, "framework"),
    capabilities: listOf(attribute(element, "capabilities")),
    priority: Number.isSafeInteger(priority) ? priority : 0,
    run: attribute(element, "run"),
  };
}

/** The declarations directly in an element, with their nested fields; nesting may be deep, so nothing recurses. */
function declarationsOf(element: Element, kind: "param" | "returns" | "field"): Declaration[] {
  const declared: Declaration[] = [];
  const open: [Element, Declaration[]][] = [[element, declared]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [parent, siblings] = next;
    const seen = new Set<string>();
    for (const child of parent.children) {
      if (!isElement(child) || child.kind !== kind) continue;
      const name = attribute(child, "name") ?? "";
      if (name === "" || seen.has(name)) continue;
      seen.add(name);
      const fields: Declaration[] = [];
      siblings.push(declarationOf(child, name, fields));
      open.push([child, fields]);
    }
  }
  return declared;
}

function declarationOf(element: Element, name: string, fields: readonly Declaration[]): Declaration {
  const hasFields = element.children.some((child) => child.kind === "field");
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

function patternsOf({ source }: Document, element: Element, kind: "reads" | "writes"): string[] {
  const found = element.children.filter(isElement).find((child) => child.kind === kind);
  if (found === undefined) return [];
  return listOf(attribute(found, "patterns") ?? source.text.slice(found.bodyStart, found.bodyEnd));
}

function listOf(value: string | undefined): string[] {
  return (value ?? "")
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
}

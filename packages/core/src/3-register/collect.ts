import { type Document, isElement } from "../ast/nodes.ts";
import { placeOf } from "../ast/place-of.ts";
import { builtInRedefined, builtInRestated, duplicateDefinition } from "../diagnostics/catalogue.generated.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { builtInDocument, builtInPackage, diagramAlias, dottedSpelling, originalPackages } from "./built-in.ts";
import {
  type ContractDefinition,
  type Definition,
  definitionOf,
  type ImplementationDefinition,
  type InterfaceDefinition,
} from "./definition.ts";
import { type Package, type PackageReference, qualifiedName } from "./package.ts";
import { plainSkillOf } from "./plain-skill.ts";

export interface PackagedDocument {
  readonly document: Document;
  readonly package: PackageReference;
}

export interface Collected {
  /** The built-in one last. */
  readonly packages: readonly Package[];
  readonly packageOf: ReadonlyMap<Document, Package>;
  readonly diagnostics: readonly Diagnostic[];
}

interface OpenPackage extends Package {
  readonly definitions: Definition[];
  readonly interfaces: Map<string, InterfaceDefinition>;
  readonly implementations: Map<string, ImplementationDefinition>;
  readonly contracts: Map<string, ContractDefinition>;
}

/** Puts every definition into its package; one that stands in the wrong place counts too, as its error is reported (language.md 4.5). */
export function collect(sources: readonly PackagedDocument[]): Collected {
  const diagnostics: Diagnostic[] = [];
  const builtIn = builtInDefinitions();
  const packages = new Map<string, OpenPackage>();
  const packageOf = new Map<Document, Package>();
  for (const { document, package: reference } of sources) {
    const id = idOf(reference, document);
    const owner = packages.get(id) ?? emptyPackage(reference);
    packages.set(id, owner);
    packageOf.set(document, owner);
    const plainSkill = plainSkillOf(document, owner);
    if (plainSkill !== undefined) add(owner, plainSkill);
    for (const element of document.elements) {
      const definition = definitionOf(document, element, owner);
      if (definition === undefined) continue;
      const problem = builtInProblem(builtIn, definition) ?? add(owner, definition);
      if (problem !== undefined) diagnostics.push(problem);
    }
  }
  return { packages: [...packages.values(), builtIn], packageOf, diagnostics };
}

/** Files of one skill folder share a package; any other file has its own, whatever its name (language.md 4.5). */
function idOf({ name, layer, folder }: PackageReference, { source }: Document): string {
  if (folder !== undefined) return JSON.stringify([layer, name, "folder", folder]);
  return JSON.stringify(layer === "document" ? [layer, name, "file", source.file] : [layer, name]);
}

function emptyPackage(reference: PackageReference): OpenPackage {
  return { ...reference, definitions: [], interfaces: new Map(), implementations: new Map(), contracts: new Map() };
}

function builtInDefinitions(): OpenPackage {
  const builtIn = emptyPackage(builtInPackage);
  const document = builtInDocument();
  for (const element of document.elements) {
    const definition = definitionOf(document, element, builtIn);
    if (definition === undefined) continue;
    add(builtIn, definition);
    const dotted = dottedSpelling(definition.name);
    if (dotted !== undefined && definition.kind === "interface") builtIn.interfaces.set(dotted, definition);
  }
  return builtIn;
}

/** Adds a definition under its plain and its qualified name, unless the package has one of that name. */
function add(owner: OpenPackage, definition: Definition): Diagnostic | undefined {
  switch (definition.kind) {
    case "interface":
      return addTo(owner, owner.interfaces, definition);
    case "implementation":
      return addTo(owner, owner.implementations, definition);
    case "contract":
      return addTo(owner, owner.contracts, definition);
  }
}

function addTo<T extends Definition>(owner: OpenPackage, names: Map<string, T>, definition: T): Diagnostic | undefined {
  const qualified = qualifiedName(owner.name, definition.name);
  const first = names.get(definition.name) ?? names.get(qualified);
  if (first !== undefined) return duplicate(first, definition);
  names.set(definition.name, definition).set(qualified, definition);
  owner.definitions.push(definition);
  return undefined;
}

function duplicate(first: Definition, second: Definition): Diagnostic {
  const related = [{ at: nameOf(first), message: "first defined here" }];
  return duplicateDefinition({ at: nameOf(second), related, kind: second.kind, name: second.name });
}

/** A description of a built-in interface repeats it, as the skill it comes from does; anything else would replace it. */
function builtInProblem(builtIn: Package, definition: Definition): Diagnostic | undefined {
  const { kind, name, package: owner } = definition;
  if (kind === "contract") return undefined;
  const original = kind === "interface" ? builtIn.interfaces.get(name) : builtIn.implementations.get(name);
  if (original === undefined && name !== diagramAlias) return undefined;
  const at = nameOf(definition);
  const isRestated =
    originalPackages.includes(owner.name) ||
    (original?.kind === "interface" && kind === "interface" && restates(original, definition));
  return isRestated ? builtInRestated({ at, name }) : builtInRedefined({ at, kind, name });
}

function restates(original: InterfaceDefinition, definition: InterfaceDefinition): boolean {
  const hasDeclarations = definition.element.children.some((child) => isElement(child) && child.kind !== "reference");
  return !hasDeclarations && (definition.extends === undefined || definition.extends === original.extends);
}

export function nameOf({ document, element }: Definition) {
  return placeOf(document, element, "name");
}

import type { Source } from "../text/source-file.ts";
import type { ContractDefinition, Definition, ImplementationDefinition, InterfaceDefinition } from "./definition.ts";

/**
 * Where a package comes from; a document sees its own, then the others in this order (language.md 4.5).
 * Packages of layer `document` are seen by their own files alone.
 */
export const layers = ["document", "import", "project", "user", "built-in"] as const;

export type Layer = (typeof layers)[number];

/** The layers that every document sees, nearest first. */
export const sharedLayers = ["import", "project", "user", "built-in"] as const;

/** What says which package a source belongs to: a skill folder's front matter and where the folder was found. */
export interface PackageReference {
  readonly name: string;
  readonly layer: Layer;
  /** The folder of its SKILL.md, or the file that it is alone: two places are two packages, whatever their names. */
  readonly folder?: string;
  /** `allowed-tools` of its SKILL.md as it is written: narrows what its implementations may use (DESIGN.md 7). */
  readonly allowedTools?: readonly string[];
}

/** The three namespaces of definitions, each by plain and by qualified name (language.md 4.5). */
export interface Namespaces {
  readonly interfaces: ReadonlyMap<string, InterfaceDefinition>;
  readonly implementations: ReadonlyMap<string, ImplementationDefinition>;
  readonly contracts: ReadonlyMap<string, ContractDefinition>;
}

export interface Package extends PackageReference, Namespaces {
  /** Each once, in the order of the files. */
  readonly definitions: readonly Definition[];
}

/** A file outside every skill folder is a package of its own, named as the file is, without folder and ending. */
export function packageOfFile({ file }: Source): PackageReference {
  const name = file.slice(Math.max(file.lastIndexOf("/"), file.lastIndexOf("\\")) + 1).replace(/\.[^.]*$/, "");
  return { name, layer: "document" };
}

/** The name that finds a definition from anywhere: one that already holds `/` is qualified (language.md 4.5). */
export function qualifiedName(packageName: string, name: string): string {
  return name.includes("/") ? name : `${packageName}/${name}`;
}

import { excludedByReference } from "../2-validate/attribute-names.ts";
import type { ImplementationDefinition, InterfaceDefinition } from "../3-register/definition.ts";
import { attribute, type Element } from "../ast/nodes.ts";

/** What an invocation or usage runs (language.md 6). What it is run by is decided later (7.3). */
export interface Resolution {
  readonly implementation: ImplementationDefinition;
  /** What the implementation implements; undefined when nothing defines that interface. */
  readonly interface: InterfaceDefinition | undefined;
}

/** By element; one that does not resolve, or that has an error already, is left out. */
export type Resolutions = ReadonlyMap<Element, Resolution>;

/** What an element asks for, or why that cannot be told. */
export interface Request {
  readonly attribute: "impl" | "interface" | "name" | "ref";
  readonly name: string;
  /** Beside `impl`: what it must implement. */
  readonly interface: string | undefined;
  readonly language: string | undefined;
  readonly framework: string | undefined;
  readonly mode: string | undefined;
}

/** Undefined for an element that the validator has reported: no target, or too many. */
export function requestOf(element: Element): Request | undefined {
  if (element.kind === "usage") return excludesOthers(element) ? request(element, "ref") : undefined;
  if (element.kind !== "invocation") return undefined;
  const isNamed = attribute(element, "name") !== undefined;
  const isDirect = attribute(element, "impl") !== undefined;
  const hasInterface = attribute(element, "interface") !== undefined;
  if (isNamed) return isDirect || hasInterface ? undefined : request(element, "name");
  return request(element, isDirect ? "impl" : "interface");
}

function excludesOthers(element: Element): boolean {
  return element.attributes.every(({ name }) => !excludedByReference.some((excluded) => excluded === name));
}

function request(element: Element, by: Request["attribute"]): Request | undefined {
  const name = attribute(element, by) ?? "";
  if (name === "") return undefined;
  return {
    attribute: by,
    name,
    interface: attribute(element, "interface"),
    language: attribute(element, "language"),
    framework: attribute(element, "framework"),
    mode: attribute(element, "mode"),
  };
}

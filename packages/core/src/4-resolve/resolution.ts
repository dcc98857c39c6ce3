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
  const hints = {
    interface: attribute(element, "interface"),
    language: attribute(element, "language"),
    framework: attribute(element, "framework"),
    mode: attribute(element, "mode"),
  };
  const [impl, name, ref] = ["impl", "name", "ref"].map((key) => attribute(element, key) ?? "");
  if (element.kind === "usage") {
    const isClear = !["impl", "interface", "name", "define"].some((key) => attribute(element, key) !== undefined);
    return ref && isClear ? { ...hints, attribute: "ref", name: ref } : undefined;
  }
  if (element.kind !== "invocation" || attribute(element, "define") !== undefined) return undefined;
  if (name) return impl || hints.interface ? undefined : { ...hints, attribute: "name", name };
  if (impl) return { ...hints, attribute: "impl", name: impl };
  return hints.interface ? { ...hints, attribute: "interface", name: hints.interface } : undefined;
}

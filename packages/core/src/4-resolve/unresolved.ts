import { diagramAlias } from "../3-register/built-in.ts";
import type { Definition, ImplementationDefinition } from "../3-register/definition.ts";
import type { Namespaces, Package } from "../3-register/package.ts";
import type { Registry } from "../3-register/registry.ts";
import type { Document, Element } from "../ast/nodes.ts";
import { placeOf } from "../ast/place-of.ts";
import {
  ambiguousImplementation,
  implementationMismatch,
  noMatchingImplementation,
  unimplementedInterface,
  unknownImplementation,
  unknownInterface,
  unknownSkill,
} from "../diagnostics/catalogue.generated.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { nameSuggester } from "../text/nearest-name.ts";
import type { Choice } from "./choose.ts";
import type { Request } from "./resolution.ts";

type Unresolved = Exclude<Choice, { outcome: "chosen" }>;
type Explain = (element: Element, request: Request, choice: Unresolved, isTolerated: boolean) => Diagnostic;

/** More candidates than a reader takes in are counted rather than named. */
const candidatesNamed = 20;

/** Says why an element of a document resolves to nothing. */
export function unresolved(document: Document, from: Package, registry: Registry, purpose: "check" | "run"): Explain {
  const suggest = suggesters(from, registry.shared);
  return (element, request, choice, isTolerated) => {
    const diagnostic = explain(document, element, request, choice, suggest);
    const isWarning = isTolerated || (purpose === "check" && isOpen(choice));
    return isWarning ? asWarning(diagnostic) : diagnostic;
  };
}

/** An error that a run can live with, or that `check` cannot be sure of (language.md 1, 4.5). */
export function asWarning(diagnostic: Diagnostic): Diagnostic {
  return { ...diagnostic, severity: "warning" };
}

/** Whether another machine may have what is missing here. */
function isOpen({ outcome }: Unresolved): boolean {
  return outcome.startsWith("unknown-") || outcome === "unimplemented";
}

function explain(
  document: Document,
  element: Element,
  request: Request,
  choice: Unresolved,
  suggest: ReturnType<typeof suggesters>,
): Diagnostic {
  const at = placeOf(document, element, request.attribute);
  const { name } = request;
  switch (choice.outcome) {
    case "unknown-implementation":
      return unknownImplementation({ at, name, ...didYouMean(suggest.implementation(name)) });
    case "unknown-interface":
      return unknownInterface({ at, name, ...didYouMean(suggest.interface(name)) });
    case "unknown-skill":
      return unknownSkill({ at, name, ...didYouMean(suggest.any(name)) });
    case "unimplemented":
      return unimplementedInterface({ at, related: described(choice.interface), interface: name });
    case "mismatch": {
      const { implementation } = choice;
      const details = { implementation: name, declared: implementation.implements, interface: request.interface ?? "" };
      const place = placeOf(document, element, "interface");
      return implementationMismatch({ at: place, related: described(implementation), ...details });
    }
    case "no-match": {
      const place = placeOf(document, element, "language", "framework");
      const hints = ["language", "framework"] as const;
      const asked = hints.flatMap((hint) => (request[hint] === undefined ? [] : [`${hint}="${request[hint]}"`]));
      const candidates = listed(choice.candidates);
      return noMatchingImplementation({ at: place, interface: name, hints: asked.join(" "), candidates });
    }
    case "ambiguous": {
      const related = [...choice.candidates].slice(0, candidatesNamed).flatMap(described);
      return ambiguousImplementation({ at, related, interface: name, candidates: listed(choice.candidates) });
    }
  }
}

/** Where a definition stands; a built-in one stands in no file that could be opened. */
function described({ document, element, kind, name, package: owner }: Definition) {
  return owner.layer === "built-in" ? [] : [{ at: placeOf(document, element, "name"), message: `the ${kind} ${name}` }];
}

/** `pytest-runner (python), jest-runner (javascript)`. */
function listed(candidates: Iterable<ImplementationDefinition>): string {
  const all = [...candidates];
  const named = all.slice(0, candidatesNamed).map(({ name, language, framework }) => {
    const hints = [language, framework].filter((hint) => hint !== undefined);
    return hints.length === 0 ? name : `${name} (${hints.join(", ")})`;
  });
  const others = all.length - named.length;
  return others === 0 ? named.join(", ") : `${named.join(", ")} and ${others} more`;
}

function suggesters(own: Namespaces, shared: Namespaces) {
  const interfaces = () => [...own.interfaces.keys(), ...shared.interfaces.keys()];
  const implementations = () => [...own.implementations.keys(), ...shared.implementations.keys(), diagramAlias];
  return {
    interface: nameSuggester(interfaces),
    implementation: nameSuggester(implementations),
    any: nameSuggester(() => [...implementations(), ...interfaces()]),
  };
}

function didYouMean(nearest: string | undefined): { help?: string } {
  return nearest === undefined ? {} : { help: `did you mean \`${nearest}\`?` };
}

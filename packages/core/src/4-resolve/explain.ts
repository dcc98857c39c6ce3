import type { ImplementationDefinition } from "../3-register/definition.ts";
import { findInterface, type Registry } from "../3-register/registry.ts";
import type { Document, Element } from "../ast/nodes.ts";
import { type Choice, choose, type Defaults, type Sight, sightOf } from "./choose.ts";
import { type Request, requestOf } from "./resolution.ts";

export interface ResolutionExplanation {
  readonly request: Request;
  readonly choice: Choice;
  /** Every implementation of what was asked for, and whether the hints leave it; none where one was named. */
  readonly candidates: readonly { readonly implementation: ImplementationDefinition; readonly fits: boolean }[];
}

/** How an invocation was resolved, and from what (language.md 6); null for an element that asks for nothing. */
export function explainResolution(
  document: Document,
  element: Element,
  registry: Registry,
  defaults: Defaults = {},
): ResolutionExplanation | null {
  const request = requestOf(element);
  const from = registry.packageOf.get(document);
  if (request === undefined || from === undefined) return null;
  const sight = sightOf(registry, from, defaults);
  const choice = choose(request, sight);
  return { request, choice, candidates: candidatesOf(request, choice, sight) };
}

function candidatesOf(request: Request, choice: Choice, sight: Sight): ResolutionExplanation["candidates"] {
  const isNamed = request.attribute === "impl" || (choice.outcome === "chosen" && choice.reason === "named");
  if (isNamed) return [];
  const index = sight.candidates(findInterface(sight.registry, sight.from, request.name) ?? request.name);
  const fitting = index.matching(request)?.members;
  return index.all.map((implementation) => ({ implementation, fits: fitting?.has(implementation) ?? false }));
}

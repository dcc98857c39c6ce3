import type { ContractDefinition } from "../../3-register/definition.ts";
import type { Registry } from "../../3-register/registry.ts";
import { check } from "../../check.ts";
import { hasErrors } from "../../diagnostics/diagnostic.ts";

/** The contract of that name in a text, with the registry; for tests. Errors in the text are only allowed where expected. */
export function contractIn(text: string, name: string, expected?: "broken"): [ContractDefinition, Registry] {
  const { documents, registry, diagnostics } = check([{ file: "a.md", text }]);
  if (hasErrors(diagnostics) !== (expected === "broken"))
    throw new Error(`errors: ${diagnostics.map(({ message }) => message).join("; ")}`);
  const [document] = documents;
  const found = document && registry.packageOf.get(document)?.contracts.get(name);
  if (found === undefined) throw new Error(`${name} is not defined`);
  return [found, registry];
}

/** The result of `toJsonSchema` or `toTypeScript` that has to be one. */
export function usable<T>(result: T): Exclude<T, { readonly kind: "unusable-contract" }> {
  if (!isResult(result)) throw new Error(`unusable: ${JSON.stringify(result)}`);
  return result;
}

function isResult<T>(result: T): result is Exclude<T, { readonly kind: "unusable-contract" }> {
  return typeof result !== "object" || result === null || !("kind" in result);
}

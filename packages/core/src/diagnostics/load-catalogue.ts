import type { CatalogueEntry } from "./catalogue-entry.ts";

/** Every diagnostic with its explanation and examples; loaded on demand, since only `aml explain` and tests want the prose. */
export async function loadCatalogue(): Promise<readonly CatalogueEntry[]> {
  return (await import("./explanations.generated.ts")).catalogue;
}

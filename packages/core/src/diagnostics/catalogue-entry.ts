import type { Severity } from "./diagnostic.ts";

export interface CatalogueExample {
  /** `aml`, `md`, `mermaid`, ...: how the example is to be read. */
  readonly language: string;
  readonly text: string;
}

/** One entry of the catalogue in spec/diagnostics (language.md 8). */
export interface CatalogueEntry {
  readonly code: string;
  readonly name: string;
  readonly severity: Severity;
  /** With `{name}` where a value goes. */
  readonly message: string;
  readonly explanation: string;
  readonly bad: readonly CatalogueExample[];
  readonly good: readonly CatalogueExample[];
}

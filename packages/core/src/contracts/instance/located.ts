import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import { mostIssues } from "../validate-instance.ts";

/** A value and the stretch of text that it was read from; below it, what it holds. */
export interface Located {
  readonly start: number;
  readonly end: number;
  readonly value: unknown;
  readonly members?: ReadonlyMap<string, LocatedMember>;
  readonly items?: readonly Located[];
}

export interface LocatedMember {
  readonly keyStart: number;
  readonly keyEnd: number;
  readonly value: Located;
}

/** What a text holds; null where it could not be read, and then there is at least one diagnostic. */
export interface ReadValue {
  readonly root: Located | null;
  readonly diagnostics: readonly Diagnostic[];
}

/** A list of diagnostics that stops growing where more would help nobody. */
export function diagnosticList(): { readonly found: Diagnostic[]; report(diagnostic: Diagnostic): void } {
  const found: Diagnostic[] = [];
  return {
    found,
    report: (diagnostic) => {
      if (found.length < mostIssues) found.push(diagnostic);
    },
  };
}

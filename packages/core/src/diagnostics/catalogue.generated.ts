// Generated from spec/diagnostics by scripts/generate-diagnostics.mjs. Do not edit.
import { type Diagnostic, type DiagnosticDetails, diagnostic } from "./diagnostic.ts";

/** AML2007 (error): `allow` and `deny` cannot both stand on one `<tool>` */
export function conflictingToolLists(details: DiagnosticDetails): Diagnostic {
  return diagnostic("AML2007", "error", "`allow` and `deny` cannot both stand on one `<tool>`", details);
}

/** AML7001 (error): the diagram has a cycle: {edges} */
export function cycle(details: DiagnosticDetails & { readonly edges: string | number }): Diagnostic {
  return diagnostic("AML7001", "error", `the diagram has a cycle: ${details.edges}`, details);
}

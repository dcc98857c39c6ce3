import type { Diagnostic } from "../../diagnostics/diagnostic.ts";

/** Takes a diagnostic; the compiler goes on and reports what else is wrong. */
export type Report = (diagnostic: Diagnostic) => void;

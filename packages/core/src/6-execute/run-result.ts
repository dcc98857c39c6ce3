import type { Diagnostic } from "../diagnostics/diagnostic.ts";

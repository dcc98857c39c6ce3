import { effectiveTools } from "../5-authorise/effective-tools.ts";
import { builtInPackage } from "../3-register/built-in.ts";
import type { Resolution } from "../4-resolve/resolution.ts";
import { attribute, type Document, type Element, isElement } from "../ast/nodes.ts";
import { placeOf, placeOfTag } from "../ast/place-of.ts";
import type { CheckResult } from "../check.ts";
import { notSupported } from "../diagnostics/catalogue.generated.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { compilePlan } from "../diagram/compile/compile-plan.ts";
import { diagramIn, diagramsIn } from "../diagram/find-diagram.ts";
import { parseDiagram } from "../diagram/mermaid/parse-diagram.ts";
import { planId } from "./plan-id.ts";
import type { PreparedDiagram } from "./prepared.ts";

/** Settings of a skill that this version checks and does not yet carry out on a diagram. */
const unsupportedSettings = ["retries", "timeout", "policy", "on-failure"] as const;

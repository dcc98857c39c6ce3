import { parse } from "../1-parse/parse.ts";
import type { Document } from "../ast/nodes.ts";
import type { PackageReference } from "./package.ts";

/** The package whose skills the runtime itself drives (language.md 4.5). */
export const builtInPackage: PackageReference = { name: "dde", layer: "built-in" };

/** Chooses between the two built-in implementations by `mode`. */
export const diagramAlias = "dde";

/** The skill folder that the package comes from; its files describe what is built in here. */
export const originalPackages: readonly string[] = ["diagram-driven-execution", "dde"];

const definitions = `
<skill define="interface" name="diagram-driven-execution">
Executes a mermaid diagram step by step. The diagram is the contract of the process: its order is kept, nothing is skipped.
</skill>
<skill define="interface" name="dde/grammar-check">
Checks that a diagram is one that a plan can be made of.
</skill>
<skill define="interface" name="dde/plan-init">
Makes the plan of a diagram: one row per step and one per edge, frozen from then on.
</skill>
<skill define="interface" name="dde/execution-loop">
Drives the steps of a plan until none is ready.
</skill>
<skill define="interface" name="dde/gate-router">
Decides a gate and routes the plan along the label that was chosen.
</skill>
<skill define="interface" name="dde/loop-expander">
Copies a bounded loop into its iterations when the plan is made.
</skill>
<skill define="interface" name="dde/step">
What one step of a diagram is to do, beside the diagram.
</skill>
<skill define="interface" name="dde/verify">
Confirms that every step of a plan has come to an end.
</skill>
<skill define="interface" name="dde-simple" extends="diagram-driven-execution">
At most 15 steps, without gates, loops and cycles.
</skill>
<skill define="interface" name="dde-advanced" extends="diagram-driven-execution">
Everything a diagram can say.
</skill>
<skill define="implementation" name="dde-simple" implements="dde-simple"/>
<skill define="implementation" name="dde-advanced" implements="dde-advanced"/>
`;

/** The definitions of the built-in package, as a document of its own. */
export function builtInDocument(): Document {
  return parse({ file: "built-in:dde", text: definitions }).document;
}

/** Older documents write the package of these names with a dot: `dde.step` (language.md 4.5). */
export function dottedSpelling(name: string): string | undefined {
  return name.startsWith(`${diagramAlias}/`) ? name.replace("/", ".") : undefined;
}

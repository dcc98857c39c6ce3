import type { ContractDefinition } from "../../3-register/definition.ts";
import type { Registry } from "../../3-register/registry.ts";
import { brokenContract } from "../../diagnostics/catalogue.generated.ts";
import { type Diagnostic, inSourceOrder } from "../../diagnostics/diagnostic.ts";
import { type Position, positionAt, type Source, type Span } from "../../text/source-file.ts";
import { isUnusable, usableShape } from "../contract-errors.ts";
import { keysOf } from "../json-pointer.ts";
import { type Issue, issuesOf } from "../validate-instance.ts";
import type { Located } from "./located.ts";
import { readValue, type ValueFormat } from "./read-value.ts";

/** An issue with the place in the text that it is about. */
export interface PlacedIssue extends Issue {
  readonly file: string;
  readonly start: Position;
  readonly end: Position;
}

export interface CheckedInstance {
  /** What was read; undefined where the text could not be. */
  readonly value: unknown;
  readonly issues: readonly PlacedIssue[];
  /** Everything that is wrong, in the order of the text: the issues, and what kept the text from being read. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads a value from JSON or YAML text and holds it against a contract (language.md 4.4). The value keeps the contract when
 * there are no diagnostics; those of a contract with errors are its errors, and then nothing is read.
 */
export async function checkInstance(
  contract: ContractDefinition,
  text: Source,
  registry: Registry,
  format?: ValueFormat,
): Promise<CheckedInstance> {
  const shape = usableShape(contract, registry);
  if (isUnusable(shape)) return { value: undefined, issues: [], diagnostics: shape.errors };
  const { source, root, diagnostics } = await readValue(text, format);
  if (root === null) return { value: undefined, issues: [], diagnostics };
  const placed = issuesOf(shape, root.value).map((issue) => ({ issue, span: spanOf(root, issue.pointer) }));
  return {
    value: root.value,
    issues: placed.map(({ issue, span }) => ({
      ...issue,
      file: source.file,
      start: positionAt(source, span.start),
      end: positionAt(source, span.end),
    })),
    diagnostics: inSourceOrder([
      ...diagnostics,
      ...placed.map(({ issue: { pointer, message }, span }) => {
        const subject = pointer === "" ? "the value" : `\`${pointer}\``;
        return brokenContract({ at: { source, start: span.start, end: span.end }, subject, problem: message });
      }),
    ]),
  };
}

/** The stretch that a pointer names; what is missing is shown at the name of what it is missing from, or where that begins. */
function spanOf(root: Located, pointer: string): Span {
  let current = root;
  let name: Span = { start: root.start, end: Math.min(root.end, root.start + 1) };
  for (const key of keysOf(pointer)) {
    const member = current.members?.get(key);
    const below = member?.value ?? current.items?.[Number(key)];
    if (below === undefined) return name;
    name = member === undefined ? firstOf(below) : { start: member.keyStart, end: member.keyEnd };
    current = below;
  }
  return current.members === undefined && current.items === undefined ? current : firstOf(current);
}

/** An object or list may be long: its beginning stands for it. */
function firstOf({ start, end }: Span): Span {
  return { start, end: Math.min(end, start + 1) };
}

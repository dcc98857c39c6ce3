import { placeOf, placeOfTag } from "../ast/place-of.ts";
import { incompatibleField } from "../diagnostics/catalogue.generated.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { ContractDefinition, Declaration } from "./definition.ts";

/** A field name at one level of a contract, with its declarations from the oldest ancestor to the contract itself. */
interface Slot {
  readonly declared: { readonly field: Declaration; readonly contract: ContractDefinition }[];
  readonly below: Map<string, Slot>;
}

/**
 * A redeclared field may only narrow what the contract inherits (language.md 4.4). Families are walked from parent to
 * child over one set of slots that each contract fills and empties again, so that a long chain costs no more than its fields.
 */
export function checkInheritance(parents: ReadonlyMap<ContractDefinition, ContractDefinition>): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const children = childrenOf(parents);
  const roots = new Set([...parents.values()].filter((contract) => !parents.has(contract)));
  for (const root of roots) {
    const slots = new Map<string, Slot>();
    const left: ContractDefinition[] = [root];
    const open: { readonly contract: ContractDefinition; readonly filled: readonly Slot[] }[] = [];
    for (let contract = left.pop(); contract !== undefined; contract = left.pop()) {
      while (open.length > 0 && open.at(-1)?.contract !== parents.get(contract))
        for (const slot of open.pop()?.filled ?? []) slot.declared.pop();
      open.push({ contract, filled: declare(contract, slots, diagnostics) });
      for (const child of children.get(contract) ?? []) left.push(child);
    }
  }
  return diagnostics;
}

function childrenOf(parents: ReadonlyMap<ContractDefinition, ContractDefinition>) {
  const children = new Map<ContractDefinition, ContractDefinition[]>();
  for (const [child, parent] of parents) {
    const siblings = children.get(parent);
    if (siblings === undefined) children.set(parent, [child]);
    else siblings.push(child);
  }
  return children;
}

function declare(contract: ContractDefinition, slots: Map<string, Slot>, diagnostics: Diagnostic[]): Slot[] {
  const filled: Slot[] = [];
  const left: [Declaration, Map<string, Slot>][] = contract.fields.map((field) => [field, slots]);
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const [field, level] = next;
    const slot: Slot = level.get(field.name) ?? { declared: [], below: new Map() };
    level.set(field.name, slot);
    const inherited = slot.declared.at(-1);
    const wider = inherited && widening(inherited.field, field);
    if (inherited !== undefined && wider !== undefined)
      diagnostics.push(incompatible(contract, field, inherited.contract, inherited.field, wider));
    slot.declared.push({ field, contract });
    filled.push(slot);
    for (const nested of field.fields) left.push([nested, slot.below]);
  }
  return filled;
}

/** How a redeclared field admits more than the inherited one; undefined when it only narrows. */
function widening(inherited: Declaration, field: Declaration): string | undefined {
  if (field.type !== inherited.type) return `it is of type "${inherited.type}" there, "${field.type}" here`;
  const added = field.values.find((value) => !inherited.values.includes(value));
  if (added !== undefined) return `"${added}" is no value of it there`;
  return inherited.required && !field.required ? "it is required there, optional here" : undefined;
}

function incompatible(
  contract: ContractDefinition,
  field: Declaration,
  ancestor: ContractDefinition,
  inherited: Declaration,
  reason: string,
): Diagnostic {
  const related = [
    { at: placeOfTag(ancestor.document, inherited.element), message: `inherited from ${ancestor.name}` },
  ];
  const at = placeOf(contract.document, field.element, "type", "name");
  return incompatibleField({ at, related, field: field.name, parent: ancestor.name, reason });
}

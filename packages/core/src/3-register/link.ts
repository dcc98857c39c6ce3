import { contractOfType } from "../2-validate/declared-type.ts";
import { placeOf } from "../ast/place-of.ts";
import {
  extendsCycle,
  unknownContract,
  unknownImplementedInterface,
  unknownParent,
} from "../diagnostics/catalogue.generated.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { nameSuggester } from "../text/nearest-name.ts";
import type {
  ContractDefinition,
  Declaration,
  Definition,
  ImplementationDefinition,
  InterfaceDefinition,
} from "./definition.ts";
import type { Namespaces, Package } from "./package.ts";

export interface Links {
  readonly parentInterface: ReadonlyMap<InterfaceDefinition, InterfaceDefinition>;
  readonly parentContract: ReadonlyMap<ContractDefinition, ContractDefinition>;
  readonly implemented: ReadonlyMap<ImplementationDefinition, InterfaceDefinition | string>;
  readonly diagnostics: readonly Diagnostic[];
}

/** Follows `extends`, `implements` and `contract:NAME` from every definition to what they name (language.md 4.4, 4.5). */
export function link(packages: readonly Package[], shared: Namespaces): Links {
  const diagnostics: Diagnostic[] = [];
  const report = (diagnostic: Diagnostic) => diagnostics.push(diagnostic);
  const parentInterface = new Map<InterfaceDefinition, InterfaceDefinition>();
  const parentContract = new Map<ContractDefinition, ContractDefinition>();
  const implemented = new Map<ImplementationDefinition, InterfaceDefinition | string>();
  for (const owner of packages) {
    const seen = visible(owner, shared);
    for (const definition of owner.definitions) {
      switch (definition.kind) {
        case "interface":
          linkParent(definition, seen.interfaces, parentInterface, report);
          for (const declared of [...definition.params, ...definition.returns])
            checkContractType(definition, declared, seen.contracts, report);
          break;
        case "contract":
          linkParent(definition, seen.contracts, parentContract, report);
          checkFieldTypes(definition, seen.contracts, report);
          break;
        case "implementation":
          implemented.set(definition, implementedBy(definition, seen.interfaces, report));
          break;
      }
    }
  }
  cutCycles(parentInterface, report);
  cutCycles(parentContract, report);
  return { parentInterface, parentContract, implemented, diagnostics };
}

type Report = (diagnostic: Diagnostic) => void;

/** One namespace as a package sees it. */
interface Names<T> {
  find(name: string): T | undefined;
  suggest(name: string): string | undefined;
}

function visible(owner: Namespaces, shared: Namespaces) {
  return {
    interfaces: namesOf(owner.interfaces, shared.interfaces),
    contracts: namesOf(owner.contracts, shared.contracts),
  };
}

function namesOf<T>(own: ReadonlyMap<string, T>, shared: ReadonlyMap<string, T>): Names<T> {
  return {
    find: (name) => own.get(name) ?? shared.get(name),
    suggest: nameSuggester(() => [...own.keys(), ...shared.keys()]),
  };
}

function linkParent<T extends InterfaceDefinition | ContractDefinition>(
  definition: T,
  names: Names<T>,
  parents: Map<T, T>,
  report: Report,
): void {
  const { extends: parent, kind } = definition;
  if (parent === undefined || parent === "") return;
  const found = names.find(parent);
  if (found !== undefined) parents.set(definition, found);
  else {
    const at = placeOf(definition.document, definition.element, "extends", "implements");
    report(unknownParent({ at, kind, name: parent, ...didYouMean(names.suggest(parent)) }));
  }
}

function implementedBy(
  definition: ImplementationDefinition,
  interfaces: Names<InterfaceDefinition>,
  report: Report,
): InterfaceDefinition | string {
  const name = definition.implements;
  const found = interfaces.find(name);
  if (found !== undefined || name === "") return found ?? name;
  const at = placeOf(definition.document, definition.element, "implements");
  report(unknownImplementedInterface({ at, name, ...didYouMean(interfaces.suggest(name)) }));
  return name;
}

/** Fields may nest deeply, so their types are read with a list of what is left rather than by recursion. */
function checkFieldTypes(contract: ContractDefinition, contracts: Names<ContractDefinition>, report: Report): void {
  const left = [...contract.fields].reverse();
  for (let field = left.pop(); field !== undefined; field = left.pop()) {
    checkContractType(contract, field, contracts, report);
    for (const nested of [...field.fields].reverse()) left.push(nested);
  }
}

function checkContractType(
  { document }: Definition,
  { type, element }: Declaration,
  contracts: Names<ContractDefinition>,
  report: Report,
): void {
  const name = contractOfType(type);
  if (name === undefined || name === "" || contracts.find(name) !== undefined) return;
  report(unknownContract({ at: placeOf(document, element, "type"), name, ...didYouMean(contracts.suggest(name)) }));
}

/** Reports each cycle once and cuts it where it is reported, so that every chain of parents ends (language.md 4.5). */
function cutCycles<T extends InterfaceDefinition | ContractDefinition>(parents: Map<T, T>, report: Report): void {
  const settled = new Set<T>();
  for (const start of [...parents.keys()]) {
    const path: T[] = [];
    const onPath = new Set<T>();
    let current: T | undefined = start;
    while (current !== undefined && !settled.has(current) && !onPath.has(current)) {
      path.push(current);
      onPath.add(current);
      current = parents.get(current);
    }
    if (current !== undefined && onPath.has(current)) {
      report(cycleOf(current, path.slice(path.indexOf(current) + 1)));
      parents.delete(current);
    }
    for (const definition of path) settled.add(definition);
  }
}

function cycleOf(first: Definition, others: readonly Definition[]): Diagnostic {
  const related = others.slice(0, 8).map((other) => ({ at: extendsOf(other), message: `${other.name} extends here` }));
  const named = [first, ...others.slice(0, 8)].map(({ name }) => name);
  const names = [...named, ...(others.length > 8 ? ["..."] : []), first.name];
  return extendsCycle({ at: extendsOf(first), related, chain: names.join(" -> ") });
}

function extendsOf({ document, element }: Definition) {
  return placeOf(document, element, "extends", "implements");
}

function didYouMean(nearest: string | undefined): { help?: string } {
  return nearest === undefined ? {} : { help: `did you mean \`${nearest}\`?` };
}

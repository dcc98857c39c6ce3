import { contractOfType, textFits } from "../2-validate/declared-type.ts";
import type { ContractDefinition } from "../3-register/definition.ts";
import { findContract, type Registry } from "../3-register/registry.ts";
import type { Document } from "../ast/nodes.ts";
import { validateInstance } from "../contracts/validate-instance.ts";
import {
  paramDoesNotFit,
  paramNotGiven,
  undeclaredParam,
  unknownContract,
} from "../diagnostics/catalogue.generated.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { nearestName } from "../text/nearest-name.ts";
import type { ParamDeclaration } from "./front-matter-declarations.ts";
import type { DocumentParams } from "./front-matter-params.ts";

/** Params by name, as `--param` gives them. */
export type GivenParams = Readonly<Record<string, string>>;

/** Where the contracts that declarations name are looked for. */
export interface ContractScope {
  readonly registry: Registry;
  readonly document: Document | undefined;
}

export interface RunParams {
  /** What the run goes by: given ones, and the defaults of those that were not. */
  readonly params: GivenParams;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * The params of a run, held against what its document declares and filled up with defaults (language.md 7.5). A document that
 * declares none takes any; `given` is null where nothing is run, and then only the declarations are looked at.
 */
export function runParams(declared: DocumentParams | null, given: GivenParams | null, scope: ContractScope): RunParams {
  if (declared === null) return { params: given ?? {}, diagnostics: [] };
  const { declarations, diagnostics } = declared;
  const found = [...diagnostics, ...declarations.flatMap((declaration) => checkContract(declaration, scope))];
  if (given === null || found.some(({ severity }) => severity === "error")) {
    return { params: given ?? {}, diagnostics: found };
  }
  const defaults = declarations.flatMap(({ name, default: value }) => (value === undefined ? [] : [[name, value]]));
  return {
    params: { ...Object.fromEntries(defaults), ...given },
    diagnostics: [
      ...found,
      ...undeclared(declared, given),
      ...missing(declared, given),
      ...unfit(declared, given, scope),
    ],
  };
}

function undeclared({ declarations, at }: DocumentParams, given: GivenParams): Diagnostic[] {
  const names = declarations.map(({ name }) => name);
  return Object.keys(given)
    .filter((name) => !names.includes(name))
    .map((name) => {
      const nearest = nearestName(name, names);
      const known = names.length === 0 ? "it takes none" : `it takes ${names.join(", ")}`;
      return undeclaredParam({
        at,
        name,
        help: nearest === undefined ? known : `did you mean \`${nearest}\`? ${known}`,
      });
    });
}

function missing({ declarations, at }: DocumentParams, given: GivenParams): Diagnostic[] {
  const left = declarations.filter(({ name, required }) => required && !Object.hasOwn(given, name));
  if (left.length === 0) return [];
  const names = left.map(({ name }) => `\`${name}\``).join(", ");
  const related = left.map((declaration) => ({ at: declaration.at, message: "declared here" }));
  const help = `give ${left.map(({ name }) => `--param ${name}=...`).join(" ")}`;
  return [paramNotGiven({ at: left[0]?.at ?? at, related: related.slice(1), names, help })];
}

/** A wrong value is not repeated in the message: it may be a secret, and whoever gave it knows it. */
function unfit({ declarations }: DocumentParams, given: GivenParams, scope: ContractScope): Diagnostic[] {
  return declarations.flatMap((declaration) => {
    const { name, type, values, at } = declaration;
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    if (value === undefined) return [];
    const text = type === "string" ? value : value.trim();
    if (!textFits(type, values, text)) {
      const help = type === "enum" ? { help: `its values are ${values.join(", ")}` } : {};
      return [paramDoesNotFit({ at, name, type, ...help })];
    }
    const contract = contractNamed(contractOfType(type), scope);
    if (contract === undefined) return [];
    const [issue] = validateInstance(contract, JSON.parse(text), scope.registry);
    if (issue === undefined) return [];
    const help = issue.pointer === "" ? issue.message : `${issue.pointer} ${issue.message}`;
    return [paramDoesNotFit({ at, name, type, help })];
  });
}

function checkContract({ type, at }: ParamDeclaration, scope: ContractScope): Diagnostic[] {
  const name = contractOfType(type);
  if (name === undefined || name === "" || contractNamed(name, scope) !== undefined) return [];
  return [unknownContract({ at, name })];
}

function contractNamed(
  name: string | undefined,
  { registry, document }: ContractScope,
): ContractDefinition | undefined {
  if (name === undefined) return undefined;
  const owner = document === undefined ? undefined : registry.packageOf.get(document);
  return findContract(registry, owner ?? registry.shared, name);
}

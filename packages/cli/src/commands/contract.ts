import {
  type ContractDefinition,
  checkInstance,
  codeFrame,
  contractByName,
  contractErrors,
  type Diagnostic,
  isUnusable,
  positionAt,
  type Registry,
  toJsonSchema,
  toTypeScript,
  type UnusableContract,
} from "@agent-markup/core";
import { checkSources } from "../check/check-sources.ts";
import { loadSources } from "../check/load-sources.ts";
import { type ExitCode, exitCode, UsageError } from "../exit.ts";
import { findProject } from "../project.ts";
import { type Output, paintWith } from "../terminal/output.ts";
import { readDocument } from "../terminal/read-document.ts";
import { sayProblem } from "../terminal/say-problem.ts";

export interface ContractFlags {
  readonly from?: readonly string[];
  readonly json?: boolean;
}

/** `aml contract check NAME FILE`: where the value in a file breaks a contract. Exit code 1 when it does. */
export async function checkValue(name: string, file: string, flags: ContractFlags, output: Output): Promise<ExitCode> {
  const text = readDocument(file);
  return withContract(name, flags, output, async ({ contract, registry }) => {
    const { issues, diagnostics } = await checkInstance(contract, { file, text }, registry);
    const isValid = diagnostics.length === 0;
    if (flags.json === true)
      output.result(JSON.stringify({ version: 1, contract: name, file, valid: isValid, issues, diagnostics }));
    else if (isValid) output.result(`${file} keeps the contract ${name}`);
    else showFrames(diagnostics, new Map([[file, text]]), output);
    return isValid ? exitCode.done : exitCode.failed;
  });
}

/** `aml contract schema NAME`: the contract as JSON Schema 2020-12. */
export function contractSchema(name: string, flags: ContractFlags, output: Output): Promise<ExitCode> {
  return withContract(name, flags, output, ({ contract, registry, refuse }) => {
    const schema = toJsonSchema(contract, registry);
    if (isUnusable(schema)) return refuse(schema);
    const result = flags.json === true ? { version: 1, contract: name, schema } : schema;
    output.result(nestedJson(result, flags.json === true ? undefined : 2, name));
    return exitCode.done;
  });
}

/** `aml contract types NAME`: the contract as TypeScript interfaces. */
export function contractTypes(name: string, flags: ContractFlags, output: Output): Promise<ExitCode> {
  return withContract(name, flags, output, ({ contract, registry, refuse }) => {
    const types = toTypeScript(contract, registry);
    if (isUnusable(types)) return refuse(types);
    output.result(flags.json === true ? JSON.stringify({ version: 1, contract: name, types }) : types.trimEnd());
    return exitCode.done;
  });
}

interface Found {
  readonly contract: ContractDefinition;
  readonly registry: Registry;
  readonly refuse: (unusable: UnusableContract) => ExitCode;
}

/** Finds the contract in the project's documents, and goes on only when it and all it needs are free of errors. */
async function withContract(
  name: string,
  { from = ["."], json }: ContractFlags,
  output: Output,
  use: (found: Found) => ExitCode | Promise<ExitCode>,
): Promise<ExitCode> {
  const sources = loadSources({ paths: from, project: findProject(process.cwd()) });
  const { result } = await checkSources(sources, { resolve: false });
  for (const problem of sources.problems) sayProblem(problem, output);
  const contract = found(result.registry, name, from);
  const texts = new Map([...sources.asked, ...sources.context].map(({ file, text }) => [file, text]));
  const refuse = ({ errors }: Pick<UnusableContract, "errors">): ExitCode => {
    if (json === true) output.result(JSON.stringify({ version: 1, contract: name, diagnostics: errors }));
    else showFrames(errors, texts, output);
    output.progress(`aml: the contract ${name} cannot be used before its errors are corrected`);
    return exitCode.failed;
  };
  const errors = contractErrors(contract, result);
  return errors.length > 0 ? refuse({ errors }) : use({ contract, registry: result.registry, refuse });
}

function found(registry: Registry, name: string, from: readonly string[]): ContractDefinition {
  const result = contractByName(registry, name);
  switch (result.kind) {
    case "found":
      return result.contract;
    case "unknown":
      throw new UsageError(`no contract is named "${name}" in ${from.join(", ")}`, unknownHelp(result));
    case "ambiguous":
      throw new UsageError(
        `${result.contracts.length} contracts are named "${name}": ${result.contracts.map(placeOf).join(", ")}`,
        "say which with PACKAGE/NAME, or name its file with --from",
      );
  }
}

function unknownHelp({ nearest, known }: { readonly nearest: string | undefined; readonly known: readonly string[] }) {
  if (nearest !== undefined) return `did you mean "${nearest}"?`;
  if (known.length === 0) return "no contract is defined there; --from says where to look";
  return `the contracts there are ${known.slice(0, 10).join(", ")}${known.length > 10 ? ", ..." : ""}`;
}

function placeOf({ document: { source }, element }: ContractDefinition): string {
  return `${source.file}:${positionAt(source, element.start).line}`;
}

function showFrames(diagnostics: readonly Diagnostic[], texts: ReadonlyMap<string, string>, output: Output): void {
  const paint = paintWith(output.colors);
  const frames = diagnostics.map((diagnostic) => codeFrame(diagnostic, texts.get(diagnostic.file), paint));
  output.result(frames.join("\n\n"));
}

/** Writing JSON recurses, and fields may be nested as deeply as a document is long. */
function nestedJson(value: object, space: number | undefined, name: string): string {
  try {
    return JSON.stringify(value, null, space);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new UsageError(`the fields of "${name}" are nested too deeply to be printed as JSON`);
  }
}

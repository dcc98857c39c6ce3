import { parse } from "./1-parse/parse.ts";
import { validate } from "./2-validate/validate.ts";
import type { AgentFiles } from "./3-register/agent-file.ts";
import { type PackageReference, packageOfFile } from "./3-register/package.ts";
import { register } from "./3-register/register.ts";
import type { Registry } from "./3-register/registry.ts";
import type { Defaults } from "./4-resolve/choose.ts";
import type { Resolutions } from "./4-resolve/resolution.ts";
import { type Resolved, type ResolveOptions, resolve } from "./4-resolve/resolve.ts";
import { checkAgents } from "./5-authorise/check-agents.ts";
import { checkTools } from "./5-authorise/check-tools.ts";
import type { Document } from "./ast/nodes.ts";
import { type Diagnostic, inSourceOrder } from "./diagnostics/diagnostic.ts";
import type { Source } from "./text/source-file.ts";

/** A file to check; without a package it is one of its own (language.md 4.5). */
export interface CheckSource extends Source {
  readonly package?: PackageReference;
}

export interface CheckOptions extends ResolveOptions {
  /** Tags in fenced code and code spans count too (language.md 2). */
  readonly tagsInCode?: boolean;
  /** Tools that the host or the configuration adds to the runtime's own. */
  readonly tools?: readonly string[];
  /** Agents that files describe, the nearest of each name (agents.md 5). */
  readonly agents?: AgentFiles;
  /** False stops after registration: nothing is resolved, and so no constraint is composed (default true). */
  readonly resolve?: boolean;
}

export interface CheckResult {
  /** One for each source, in their order. */
  readonly documents: readonly Document[];
  readonly registry: Registry;
  readonly resolutions: Resolutions;
  /** Those that it was resolved with. */
  readonly defaults: Defaults;
  /** The agent files that were known. */
  readonly agents: AgentFiles;
  /** Of every phase and file, by file and place. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * All that can be said about documents before anything runs: parsed, validated, registered, resolved, and their tool
 * constraints composed (language.md 1). Each phase goes on where an earlier one found errors.
 */
export function check(sources: readonly (CheckSource | string)[], options: CheckOptions = {}): CheckResult {
  const { tagsInCode = false, defaults = {}, agents = new Map() } = options;
  const parsed = sources.map((source) => parse(source, { tagsInCode }));
  const documents = parsed.map(({ document }) => document);
  const packaged = documents.map((document, index) => ({ document, package: packageOf(sources[index], document) }));
  const registered = register(packaged);
  const { registry } = registered;
  const doesResolve = options.resolve ?? true;
  const resolved = doesResolve ? resolve(documents, registry, options) : unresolved;
  const { resolutions } = resolved;
  const context = { configured: new Set(options.tools), resolutions, agents };
  const diagnostics = [
    ...parsed.flatMap(({ diagnostics }) => diagnostics),
    ...documents.flatMap(validate),
    ...registered.diagnostics,
    ...resolved.diagnostics,
    ...(doesResolve ? documents.flatMap((document) => checkTools(document, context)) : []),
    ...(doesResolve ? documents.flatMap((document) => checkAgents(document, agents)) : []),
  ];
  return { documents, registry, resolutions, defaults, agents, diagnostics: inSourceOrder(diagnostics) };
}

const unresolved: Resolved = { resolutions: new Map(), diagnostics: [] };

function packageOf(source: CheckSource | string | undefined, document: Document): PackageReference {
  return (typeof source === "object" ? source.package : undefined) ?? packageOfFile(document.source);
}

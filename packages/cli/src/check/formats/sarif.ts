import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import {
  type CatalogueEntry,
  type Diagnostic,
  type Fix,
  loadCatalogue,
  type Position,
  type Related,
} from "@agent-markup/core";
import { version } from "../../version.ts";
import type { CheckReport } from "../report.ts";
import { type RepositoryPath, repositoryPaths } from "./repository-path.ts";

const levels = { error: "error", warning: "warning", hint: "note" } as const;
const home = "https://github.com/agent-markup/aml-typescript";

/** SARIF 2.1.0, as code scanning services read it; every rule that is reported, with its explanation. */
export async function sarifReport({ files, problems }: CheckReport): Promise<string> {
  const diagnostics = files.flatMap((file) => file.diagnostics);
  const reported = new Set(diagnostics.map(({ code }) => code));
  const entries = (await loadCatalogue()).filter(({ code }) => reported.has(code));
  const indexes = new Map(entries.map(({ code }, index) => [code, index]));
  const naming: Naming = {
    pathOf: repositoryPaths(),
    marks: new Map(files.map(({ file, text }) => [file, text.startsWith("\uFEFF") ? 1 : 0])),
  };
  const log = {
    $schema: "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: { name: "aml", semanticVersion: version, informationUri: home, rules: entries.map(ruleOf) },
        },
        columnKind: "utf16CodeUnits",
        invocations: [
          {
            executionSuccessful: problems.length === 0,
            toolExecutionNotifications: problems.map(({ file, message }) => ({
              level: "error",
              message: messageOf(message),
              locations: [{ physicalLocation: { artifactLocation: artifactOf(file, naming) } }],
            })),
          },
        ],
        artifacts: files.map(({ file }) => ({ location: artifactOf(file, naming) })),
        results: diagnostics.map((diagnostic) => resultOf(diagnostic, naming, indexes)),
      },
    ],
  };
  return JSON.stringify(log);
}

function ruleOf({ code, name, severity, message, explanation }: CatalogueEntry): object {
  return {
    id: code,
    name,
    shortDescription: messageOf(message.replace(/\{\w+\}/g, "…")),
    fullDescription: messageOf(explanation),
    helpUri: `${home}/blob/main/docs/diagnostics.md#${code.toLowerCase()}`,
    defaultConfiguration: { level: levels[severity] },
  };
}

function resultOf(diagnostic: Diagnostic, naming: Naming, indexes: ReadonlyMap<string, number>): object {
  const { code, severity, message, help, related, fixes } = diagnostic;
  return {
    ruleId: code,
    ruleIndex: indexes.get(code),
    level: levels[severity],
    message: messageOf(help === undefined ? message : `${message}\n${help}`),
    locations: [{ physicalLocation: locationOf(diagnostic, naming) }],
    relatedLocations: related.map((place, id) => ({
      id,
      message: messageOf(place.message),
      physicalLocation: locationOf(place, naming),
    })),
    fixes: fixes.filter(({ edits }) => edits.length > 0).map((fix) => fixOf(fix, naming)),
  };
}

/** How files are named and offsets counted in one log. */
interface Naming {
  readonly pathOf: RepositoryPath;
  /** By file, how many characters its byte order mark takes: SARIF does not count it. */
  readonly marks: ReadonlyMap<string, number>;
}

function locationOf({ file, start, end }: Pick<Related, "file" | "start" | "end">, naming: Naming): object {
  const mark = naming.marks.get(file) ?? 0;
  const column = (position: Position) => Math.max(1, position.column - (position.line === 1 ? mark : 0));
  return {
    artifactLocation: artifactOf(file, naming),
    region: { startLine: start.line, startColumn: column(start), endLine: end.line, endColumn: column(end) },
  };
}

function fixOf({ title, edits }: Fix, naming: Naming): object {
  const files = [...new Set(edits.map(({ file }) => file))];
  return {
    description: messageOf(title),
    artifactChanges: files.map((changed) => ({
      artifactLocation: artifactOf(changed, naming),
      replacements: edits
        .filter(({ file }) => file === changed)
        .map(({ start, end, text }) => ({
          deletedRegion: { charOffset: Math.max(0, start - (naming.marks.get(changed) ?? 0)), charLength: end - start },
          insertedContent: { text },
        })),
    })),
  };
}

/** A single brace would begin a placeholder. */
function messageOf(text: string): { readonly text: string } {
  return { text: text.replace(/[{}]/g, "$&$&") };
}

/** Relative to the root of the checkout, which the service knows; a file outside of it by its whole URI. */
function artifactOf(file: string, { pathOf }: Naming): { readonly uri: string; readonly uriBaseId?: string } {
  const path = pathOf(file);
  if (path === null) return { uri: pathToFileURL(resolve(file)).href };
  return { uri: path.split("/").map(encodeURIComponent).join("/"), uriBaseId: "%SRCROOT%" };
}

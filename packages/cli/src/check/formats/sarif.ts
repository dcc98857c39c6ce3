import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { type CatalogueEntry, type Diagnostic, type Fix, loadCatalogue, type Position } from "@agent-markup/core";
import { version } from "../../version.ts";
import type { CheckReport } from "../report.ts";
import { repositoryPath } from "./repository-path.ts";

const levels = { error: "error", warning: "warning", hint: "note" } as const;
const home = "https://github.com/agent-markup/aml-typescript";

/** SARIF 2.1.0, as code scanning services read it; every rule that is reported, with its explanation. */
export async function sarifReport({ files, problems }: CheckReport): Promise<string> {
  const diagnostics = files.flatMap((file) => file.diagnostics);
  const reported = new Set(diagnostics.map(({ code }) => code));
  const entries = (await loadCatalogue()).filter(({ code }) => reported.has(code));
  const indexes = new Map(entries.map(({ code }, index) => [code, index]));
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
              message: { text: message },
              locations: [{ physicalLocation: { artifactLocation: artifactOf(file) } }],
            })),
          },
        ],
        artifacts: files.map(({ file }) => ({ location: artifactOf(file), sourceLanguage: "markdown" })),
        results: diagnostics.map((diagnostic) => resultOf(diagnostic, indexes.get(diagnostic.code))),
      },
    ],
  };
  return JSON.stringify(log);
}

function ruleOf({ code, name, severity, message, explanation }: CatalogueEntry): object {
  return {
    id: code,
    name,
    shortDescription: { text: message },
    fullDescription: { text: explanation },
    helpUri: `${home}/blob/main/docs/diagnostics.md#${code.toLowerCase()}`,
    defaultConfiguration: { level: levels[severity] },
  };
}

function resultOf(diagnostic: Diagnostic, ruleIndex: number | undefined): object {
  const { code, severity, message, help, related, fixes } = diagnostic;
  return {
    ruleId: code,
    ...(ruleIndex === undefined ? {} : { ruleIndex }),
    level: levels[severity],
    message: { text: help === undefined ? message : `${message}\n${help}` },
    locations: [{ physicalLocation: locationOf(diagnostic) }],
    relatedLocations: related.map((place, id) => ({
      id,
      message: { text: place.message },
      physicalLocation: locationOf(place),
    })),
    fixes: fixes.map(fixOf),
  };
}

function locationOf({ file, start, end }: { readonly file: string; readonly start: Position; readonly end: Position }) {
  return {
    artifactLocation: artifactOf(file),
    region: {
      startLine: start.line,
      startColumn: start.column,
      endLine: end.line,
      endColumn: end.column,
      charOffset: start.offset,
      charLength: end.offset - start.offset,
    },
  };
}

function fixOf({ title, edits }: Fix): object {
  const files = [...new Set(edits.map(({ file }) => file))];
  return {
    description: { text: title },
    artifactChanges: files.map((changed) => ({
      artifactLocation: artifactOf(changed),
      replacements: edits
        .filter(({ file }) => file === changed)
        .map(({ start, end, text }) => ({
          deletedRegion: { charOffset: start, charLength: end - start },
          insertedContent: { text },
        })),
    })),
  };
}

/** Relative to the root of the checkout, which the service knows; a file outside of it by its whole URI. */
function artifactOf(file: string): { readonly uri: string; readonly uriBaseId?: string } {
  const path = repositoryPath(file);
  if (path === null) return { uri: pathToFileURL(resolve(file)).href };
  return { uri: path.split("/").map(encodeURIComponent).join("/"), uriBaseId: "%SRCROOT%" };
}

import { type Diagnostic, diagnosticNames, printable } from "@agent-markup/core";
import { type CheckReport, summaryLine } from "../report.ts";
import { repositoryPaths } from "./repository-path.ts";

const commands = { error: "error", warning: "warning", hint: "notice" } as const;

/** Workflow commands that a GitHub runner turns into annotations of a pull request, one a line. */
export function githubReport(report: CheckReport): string {
  const { files, problems } = report;
  const inCheckout = repositoryPaths();
  const pathOf = (file: string) => inCheckout(file) ?? file;
  const annotations = files.flatMap(({ file, diagnostics }) =>
    diagnostics.map((diagnostic) => annotation(diagnostic, pathOf(file))),
  );
  const faults = problems.map(({ file, message }) => command("error", { file: pathOf(file), title: "aml" }, message));
  return [...faults, ...annotations, summaryLine(report)].join("\n");
}

function annotation({ severity, code, message, help, start, end, url }: Diagnostic, file: string): string {
  // A runner takes columns only when they are on one line.
  const columns = start.line === end.line ? { col: start.column, endColumn: end.column } : {};
  const properties = {
    file,
    line: start.line,
    endLine: end.line,
    ...columns,
    title: `${code} ${diagnosticNames.get(code) ?? ""}`.trim(),
  };
  const text = [message, help === undefined ? "" : `help: ${help}`, url].filter((part) => part !== "").join("\n");
  return command(commands[severity], properties, text);
}

function command(name: string, properties: Readonly<Record<string, string | number>>, message: string): string {
  const written = Object.entries(properties).map(([key, value]) => `${key}=${escapeProperty(String(value))}`);
  return `::${name} ${written.join(",")}::${escapeData(message)}`;
}

/** Unescaped, a name or a message could end its command and begin another one. */
function escapeData(text: string): string {
  return printable(text).replace(/%/g, "%25").replace(/\r/g, "%0D").replace(/\n/g, "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replace(/:/g, "%3A").replace(/,/g, "%2C");
}

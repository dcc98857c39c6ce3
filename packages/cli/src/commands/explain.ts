import { type CatalogueEntry, loadCatalogue, nearestName } from "@agent-markup/core";
import { type ExitCode, exitCode, UsageError } from "../exit.ts";
import type { Output } from "../terminal/output.ts";

/** `aml explain CODE|FILE:LINE[:COLUMN]`: a diagnostic, or what holds at a place (DESIGN.md 6). */
export async function explain(asked: string, flags: { readonly json?: boolean }, output: Output): Promise<ExitCode> {
  const place = /^(.+?):(\d{1,9})(?::(\d{1,9}))?$/.exec(asked);
  if (place === null) return explainCode(asked, flags.json === true, output);
  const [, file = "", line, column] = place;
  const { explainAt } = await import("./explain-at.ts");
  const written = { file, line: Number(line), column: column === undefined ? null : Number(column) };
  return explainAt(written, flags.json === true, output);
}

async function explainCode(asked: string, isJson: boolean, output: Output): Promise<ExitCode> {
  const catalogue = await loadCatalogue();
  const entry = catalogue.find(({ code, name }) => code === asked.toUpperCase() || name === asked);
  if (entry === undefined) {
    const near = nearestName(
      asked,
      catalogue.flatMap(({ code, name }) => [code, name]),
    );
    throw new UsageError(
      `there is no diagnostic "${asked}"`,
      near === undefined ? "codes look like AML2007, places like FILE:LINE" : `did you mean ${near}?`,
    );
  }
  output.result(isJson ? JSON.stringify({ version: 1, diagnostic: entry }) : entryText(entry, output));
  return exitCode.done;
}

function entryText(
  { code, name, severity, message, explanation, bad, good }: CatalogueEntry,
  { colors }: Output,
): string {
  const example = (title: string, text: string) => `${colors.dim(title)}\n\n${text.trimEnd().replace(/^/gm, "    ")}`;
  return [
    `${colors.bold(`${code} ${name}`)} (${severity})`,
    message,
    explanation,
    ...bad.map(({ text }) => example("Reported:", text)),
    ...good.map(({ text }) => example("Accepted:", text)),
  ].join("\n\n");
}

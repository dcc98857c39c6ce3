import { type CatalogueEntry, loadCatalogue, nearestName } from "@agent-markup/core";
import { type ExitCode, exitCode, UsageError } from "../exit.ts";
import type { Output } from "../terminal/output.ts";

/** `aml explain CODE`: the catalogue's entry, by its code or its name. */
export async function explain(asked: string, output: Output): Promise<ExitCode> {
  const catalogue = await loadCatalogue();
  const entry = catalogue.find(({ code, name }) => code === asked.toUpperCase() || name === asked);
  if (entry === undefined) {
    const near = nearestName(
      asked,
      catalogue.flatMap(({ code, name }) => [code, name]),
    );
    throw new UsageError(
      `there is no diagnostic "${asked}"`,
      near === undefined ? "codes look like AML2007" : `did you mean ${near}?`,
    );
  }
  output.result(entryText(entry, output));
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

import { nearestName } from "../text/nearest-name.ts";
import { type Place, positionAt } from "../text/source-file.ts";
import {
  errorNotSuppressed,
  suppressionWithoutCode,
  suppressionWithoutReason,
  unknownSuppressedCode,
  unusedSuppression,
} from "./catalogue.generated.ts";
import type { Diagnostic } from "./diagnostic.ts";
import { diagnosticNames } from "./names.generated.ts";

/** One comment that takes back warnings and hints of some codes, on its own line and on the next. */
export interface Suppression {
  readonly at: Place;
  readonly codes: readonly { readonly code: string; readonly at: Place }[];
  readonly hasReason: boolean;
}

export interface Suppressed {
  /** What no suppression took back; errors are always among them. */
  readonly kept: readonly Diagnostic[];
  /** What is wrong with the suppressions themselves: AML1030 to AML1034. */
  readonly remarks: readonly Diagnostic[];
}

/** What one code of one suppression met. */
interface Use {
  readonly code: string;
  readonly at: Place;
  met: "nothing" | "suppressed" | "error";
}

/**
 * Takes back the warnings and hints that a document's author has answered for; an error cannot be (language.md 5, 8).
 * `isChecked` tells the codes that could have been reported: of any other, no suppression is called unused.
 */
export function suppress(
  suppressions: readonly Suppression[],
  diagnostics: readonly Diagnostic[],
  isChecked: (code: string) => boolean = () => true,
): Suppressed {
  if (suppressions.length === 0) return { kept: diagnostics, remarks: [] };
  const uses = suppressions.map(({ codes }) => codes.map(({ code, at }): Use => ({ code, at, met: "nothing" })));
  const reach = reachOf(suppressions, uses);
  const kept = diagnostics.filter(({ file, start, code, severity }) => {
    const reaching = reach.get(keyOf(file, start.line, code)) ?? [];
    for (const use of reaching) if (use.met !== "error") use.met = severity === "error" ? "error" : "suppressed";
    return reaching.length === 0 || severity === "error";
  });
  const remarks = suppressions.flatMap((suppression, index) => [
    ...formRemarks(suppression),
    ...(uses[index] ?? []).flatMap((use) => useRemarks(use, isChecked)),
  ]);
  return { kept, remarks };
}

/** Every use by the file, line and code that it reaches. */
function reachOf(suppressions: readonly Suppression[], uses: readonly (readonly Use[])[]): Map<string, Use[]> {
  const reach = new Map<string, Use[]>();
  for (const [index, { at }] of suppressions.entries()) {
    const last = positionAt(at.source, at.end).line;
    const lines = new Set([positionAt(at.source, at.start).line, last, last + 1]);
    for (const use of uses[index] ?? []) {
      for (const line of lines) {
        const key = keyOf(at.source.file, line, use.code);
        const known = reach.get(key);
        if (known === undefined) reach.set(key, [use]);
        else known.push(use);
      }
    }
  }
  return reach;
}

function keyOf(file: string, line: number, code: string): string {
  return JSON.stringify([file, line, code]);
}

function formRemarks({ at, codes, hasReason }: Suppression): Diagnostic[] {
  return [
    ...(codes.length === 0 ? [suppressionWithoutCode({ at })] : []),
    ...(hasReason ? [] : [suppressionWithoutReason({ at, help: "write it after a colon" })]),
  ];
}

function useRemarks({ code, at, met }: Use, isChecked: (code: string) => boolean): Diagnostic[] {
  if (met === "error") return [errorNotSuppressed({ at, code })];
  if (met === "suppressed") return [];
  if (!diagnosticNames.has(code)) return [unknownSuppressedCode({ at, code, ...suggestion(code) })];
  return isChecked(code) ? [unusedSuppression({ at, code })] : [];
}

function suggestion(written: string): { help?: string } {
  const named = [...diagnosticNames].find(([, name]) => name === written)?.[0];
  const near = named ?? nearestName(written, diagnosticNames.keys());
  return near === undefined ? {} : { help: `did you mean \`${near}\`?` };
}

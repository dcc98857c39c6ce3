import { contractOfType, enumValues, paramTypes, textFits, typeHelp } from "../2-validate/declared-type.ts";
import {
  defaultDoesNotFit,
  emptyEnumValue,
  enumWithoutValues,
  requiredWithDefault,
  unknownType,
  valuesWithoutEnum,
} from "../diagnostics/catalogue.generated.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { WrittenDeclaration } from "./front-matter-declaration.ts";

/** The rules of `<param>`, for one that is written in front matter (language.md 4.2). */
export function checkDeclaration(written: WrittenDeclaration, report: (diagnostic: Diagnostic) => void): void {
  const { name, type, values, required, default: fallback } = written;
  const placeOf = (...keys: readonly string[]) =>
    keys.map((key) => written.places.get(key)).find((place) => place !== undefined) ?? written.at;
  const contract = contractOfType(type);
  if (!paramTypes.some((known) => known === type) && (contract === undefined || contract === "")) {
    report(unknownType({ at: placeOf("type"), type, help: typeHelp(type, paramTypes) }));
    return;
  }
  const entries = enumValues(values);
  if (type !== "enum" && values !== undefined) report(valuesWithoutEnum({ at: placeOf("values"), type }));
  if (type === "enum" && entries.length === 0)
    report(enumWithoutValues({ at: placeOf("values", "type"), element: `param "${name}"` }));
  else if (type === "enum" && entries.length < (values ?? "").split("|").length)
    report(emptyEnumValue({ at: placeOf("values") }));
  if (fallback === undefined) return;
  if (required) report(requiredWithDefault({ at: placeOf("default") }));
  if ((type !== "enum" || entries.length > 0) && !textFits(type, entries, fallback)) {
    const help = type === "enum" ? { help: `its values are ${entries.join(", ")}` } : {};
    report(defaultDoesNotFit({ at: placeOf("default"), value: fallback, type, ...help }));
  }
}

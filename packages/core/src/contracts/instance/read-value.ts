import { type Source, type SourceFile, sourceFile } from "../../text/source-file.ts";
import type { ReadValue } from "./located.ts";
import { readJson } from "./read-json.ts";

export type ValueFormat = "json" | "yaml";

/** Reads a value: as JSON where the file's name ends in `.json`, else as YAML, of which nearly all JSON is a part. */
export async function readValue(
  text: Source | SourceFile,
  format: ValueFormat = /\.json$/i.test(text.file) ? "json" : "yaml",
): Promise<ReadValue & { readonly source: SourceFile }> {
  const source = "lineStarts" in text ? text : sourceFile(text);
  if (format === "json") return { source, ...readJson(source) };
  // YAML is rarer than JSON and takes long to load.
  const { readYaml } = await import("./read-yaml.ts");
  return { source, ...(await readYaml(source)) };
}

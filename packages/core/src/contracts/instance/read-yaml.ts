import type { CST, Document } from "yaml";
import { oversizedValue, unreadableValue } from "../../diagnostics/catalogue.generated.ts";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import type { SourceFile, Span } from "../../text/source-file.ts";
import { locateYaml } from "./locate-yaml.ts";
import { diagnosticList, type ReadValue } from "./located.ts";

/** The library reads about 250 kB a second. */
const longestText = 2 * 1024 * 1024;

/** Composing recurses, and running out of stack in it can end the process rather than throw. */
const deepestNesting = 200;

/** Reads one YAML 1.2 document with the place of everything in it; what would be costly is refused before it costs. */
export async function readYaml(source: SourceFile): Promise<ReadValue> {
  const refuse = (at: Span, problem: string, limit: string): ReadValue => ({
    root: null,
    diagnostics: [oversizedValue({ at: { source, start: at.start, end: at.end }, format: "YAML", problem, limit })],
  });
  const { text } = source;
  if (text.length > longestText)
    return refuse({ start: 0, end: 1 }, `has ${text.length} characters`, `${longestText} are read; JSON may be longer`);
  const { Parser, Composer } = await import("yaml");
  const tokens = [...new Parser().parse(text)];
  const deep = tooDeep(tokens);
  if (deep !== null)
    return refuse({ start: deep, end: deep + 1 }, "is nested too deeply", `${deepestNesting} levels are read`);
  // The library compares each key with all others; repeated ones are found here. Tags could only add types JSON lacks.
  const composer = new Composer({ uniqueKeys: false, resolveKnownTags: false, version: "1.2", prettyErrors: false });
  const documents = [...composer.compose(tokens, true, text.length)];
  const problems = problemsOf(documents, source);
  const [document] = documents;
  if (problems.length > 0 || document === undefined) return { root: null, diagnostics: problems };
  return locateYaml(document, source);
}

function problemsOf(documents: readonly Document[], source: SourceFile): readonly Diagnostic[] {
  const { found, report } = diagnosticList();
  for (const { errors, warnings } of documents) {
    for (const { message, pos } of [...errors, ...warnings]) {
      const at = { source, start: pos[0], end: Math.max(pos[1], pos[0] + 1) };
      report(unreadableValue({ at, format: "YAML", problem: message.replace(/\s*\n\s*/g, " ") }));
    }
  }
  const second = documents[1];
  if (second !== undefined && found.length === 0) {
    const [start] = second.range ?? [0];
    const at = { source, start, end: start + 1 };
    report(unreadableValue({ at, format: "YAML", problem: "it holds a second document, and only one value is read" }));
  }
  return found;
}

/** The offset of the first token that is nested too deeply, else null. */
function tooDeep(tokens: readonly CST.Token[]): number | null {
  const left: { readonly token: CST.Token; readonly depth: number }[] = [];
  const add = (token: CST.Token | null | undefined, depth: number) => {
    if (token !== null && token !== undefined) left.push({ token, depth });
  };
  for (const token of tokens) add(token, 0);
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { token, depth } = next;
    if (depth > deepestNesting) return token.offset;
    if (token.type === "document") add(token.value, depth);
    if (!("items" in token)) continue;
    for (const { key, value } of token.items) {
      add(key, depth + 1);
      add(value, depth + 1);
    }
  }
  return null;
}

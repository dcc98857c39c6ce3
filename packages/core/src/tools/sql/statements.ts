import { positionAt, type SourceFile } from "../../text/source-file.ts";
import { nameOf, type SqlToken, sqlTokens } from "./tokens.ts";

export interface SqlStatement {
  /** Without the semicolon; at least one. */
  readonly tokens: readonly SqlToken[];
  /** Where it begins, from 1. */
  readonly line: number;
  /** Its leading words in lower case, without `explain` (and `query plan`). */
  readonly words: readonly string[];
}

/** The statements of a script, in order; empty ones are left out. */
export function sqlStatements(source: SourceFile): SqlStatement[] {
  const statements: SqlStatement[] = [];
  let tokens: SqlToken[] = [];
  const finish = () => {
    const [first] = tokens;
    if (first !== undefined) {
      statements.push({ tokens, line: positionAt(source, first.start).line, words: leadingWords(tokens) });
    }
    tokens = [];
  };
  for (const token of sqlTokens(source)) {
    if (token.kind === "semicolon" && !isInsideTrigger(tokens)) finish();
    else tokens.push(token);
  }
  finish();
  return statements;
}

/** The body of a trigger holds statements of its own: it ends with an END that follows a semicolon, as SQLite has it. */
function isInsideTrigger(tokens: readonly SqlToken[]): boolean {
  const words = leadingWords(tokens);
  const isTrigger = words[0] === "create" && words.slice(1, 3).includes("trigger");
  const [before, last] = tokens.slice(-2);
  const isClosed = before?.kind === "semicolon" && last?.kind === "word" && nameOf(last) === "end";
  return isTrigger && !isClosed;
}

function leadingWords(tokens: readonly SqlToken[]): string[] {
  const words = tokens.slice(0, 6).map((token) => (token.kind === "word" ? nameOf(token) : ""));
  if (words[0] !== "explain") return words;
  return words[1] === "query" && words[2] === "plan" ? words.slice(3) : words.slice(1);
}

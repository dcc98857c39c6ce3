import { refuse } from "../tool-error.ts";
import type { SqlStatement } from "./statements.ts";
import { nameOf, type SqlToken } from "./tokens.ts";

/** Those that read, or set something of this connection or file; not those that reach further or forge the schema. */
const allowedPragmas: ReadonlySet<string> = new Set([
  "analysis_limit",
  "application_id",
  "auto_vacuum",
  "automatic_index",
  "busy_timeout",
  "cache_size",
  "case_sensitive_like",
  "collation_list",
  "compile_options",
  "data_version",
  "database_list",
  "defer_foreign_keys",
  "encoding",
  "foreign_key_check",
  "foreign_key_list",
  "foreign_keys",
  "freelist_count",
  "function_list",
  "ignore_check_constraints",
  "incremental_vacuum",
  "index_info",
  "index_list",
  "index_xinfo",
  "integrity_check",
  "journal_mode",
  "journal_size_limit",
  "legacy_alter_table",
  "module_list",
  "optimize",
  "page_count",
  "page_size",
  "pragma_list",
  "query_only",
  "quick_check",
  "recursive_triggers",
  "secure_delete",
  "synchronous",
  "table_info",
  "table_list",
  "table_xinfo",
  "temp_store",
  "user_version",
  "wal_autocheckpoint",
  "wal_checkpoint",
]);

/** Refuses what reaches beyond the one database: other files, extensions, a forged schema (diagram.md 3). */
export function assertAllowed({ tokens, line, words }: SqlStatement): void {
  const [first = ""] = words;
  const name = first.toUpperCase();
  if (first === "attach" || first === "detach")
    refuse(`line ${line}: ${name} is not allowed: a sql step has one database`);
  if (first === "vacuum" && tokens.some((token) => nameIs(token, "into"))) {
    refuse(`line ${line}: VACUUM INTO is not allowed: a sql step has one database`);
  }
  if (first === "pragma") assertPragma(tokens, line);
  const extension = tokens.findIndex((token) => nameIs(token, "load_extension"));
  if (extension !== -1 && tokens[extension + 1]?.kind === "open") {
    refuse(`line ${line}: load_extension() is not allowed: extensions run as code`);
  }
}

/** The statement's pragma in lower case; null for any other statement. A schema may stand before it, quotes around it. */
export function pragmaOf({ tokens, words }: SqlStatement): string | null {
  return words[0] === "pragma" ? pragmaName(tokens) : null;
}

function assertPragma(tokens: readonly SqlToken[], line: number): void {
  const name = pragmaName(tokens);
  if (!allowedPragmas.has(name)) refuse(`line ${line}: ${`PRAGMA ${name}`.trim()} is not allowed`);
}

function pragmaName(tokens: readonly SqlToken[]): string {
  const at = tokens.findIndex((token) => nameIs(token, "pragma"));
  const [first, dot, second] = tokens.slice(at + 1);
  const name = dot?.text === "." ? second : first;
  return name === undefined ? "" : nameOf(name);
}

function nameIs(token: SqlToken, name: string): boolean {
  return (token.kind === "word" || token.kind === "quoted") && nameOf(token) === name;
}

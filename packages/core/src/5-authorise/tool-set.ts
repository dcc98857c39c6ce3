/**
 * Which tools may be used at one point of a document (language.md 5.1). `allowed` null means everything;
 * a tool is available if `allowed` names or matches it and nothing in `denied` does.
 */
export interface ToolSet {
  readonly allowed: ReadonlySet<string> | null;
  readonly denied: ReadonlySet<string>;
}

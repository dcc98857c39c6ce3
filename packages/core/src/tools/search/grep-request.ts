/** What the process that searches is told. */
export interface GrepRequest {
  readonly root: string;
  /** Real path of a folder or a file. */
  readonly from: string;
  readonly isFolder: boolean;
  readonly pattern: string;
  readonly ignoreCase: boolean;
  readonly glob: string;
  readonly maxResults: number;
  readonly context: number;
  readonly outputLimit: number;
}

/** What it answers; it fails only by a fault, or by being ended. */
export interface GrepReply {
  readonly text: string;
  /** Lines that match and are shown. */
  readonly matches: number;
  /** There are, or may be, more. */
  readonly isCut: boolean;
  /** Files that were not searched, by why. */
  readonly skipped: { readonly noText: number; readonly unreadable: number };
}

/** A pattern is matched by code points, within one line. Throws a `SyntaxError` for what is none. */
export function expressionOf(pattern: string, ignoreCase: boolean): RegExp {
  return new RegExp(pattern, ignoreCase ? "iu" : "u");
}

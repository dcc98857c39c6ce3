import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { SourceFile } from "../text/source-file.ts";
import type { Placeholders } from "./placeholders.ts";
import type { Prose } from "./prose.ts";
import type { Root } from "./root.ts";
import type { CloseTag } from "./scan.ts";
import type { Tree } from "./tree.ts";

/** One round of reading the elements of a text: what its parts share. */
export interface Reading {
  readonly source: SourceFile;
  readonly root: Root | null;
  readonly tree: Tree;
  readonly placeholders: Placeholders;
  readonly prose: Prose;
  readonly diagnostics: Diagnostic[];
  hasMisplacedRoot: boolean;
  /** The close tag of the root. */
  rootEnd: CloseTag | null;
}

import type { SourceFile, Span } from "../text/source-file.ts";
import { endAll, meetCloseTag } from "./close-tag.ts";
import { meetOpenTag } from "./open-tag.ts";
import { placeholders } from "./placeholders.ts";
import { newProse } from "./prose.ts";
import { tagReader } from "./read-tag.ts";
import type { Reading } from "./reading.ts";
import { reportUnclosedComment } from "./report.ts";
import type { Root } from "./root.ts";
import { scan } from "./scan.ts";
import { addCode, addComment, newTree } from "./tree.ts";

/** What a text is read with, in every round. */
export interface ReadingOptions {
  readonly source: SourceFile;
  readonly root: Root | null;
  readonly frontMatter: Span | null;
  /** Where the nodes begin: behind the tag of the root or the byte order mark. */
  readonly start: number;
  readonly tagsInCode: boolean;
}

/**
 * Reads until no placeholder changes what it is: almost every text needs one round, one with placeholders in pairs two.
 */
export function readElements(options: ReadingOptions): Reading {
  let reading = readOnce(options, null);
  for (let round = 1; reading.placeholders.isChanged && round < mostRounds; round++) {
    reading = readOnce(options, reading.placeholders.found);
  }
  return reading;
}

/** A bare `<session>` that still lost its close tag in the last round is reported like any other unclosed element. */
const mostRounds = 4;

function readOnce(options: ReadingOptions, taking: ReadonlySet<number> | null): Reading {
  const { source, root, frontMatter, start, tagsInCode } = options;
  const tree = newTree(start, root === null ? null : "aml");
  const reading: Reading = {
    source,
    root,
    tree,
    placeholders: placeholders(taking),
    prose: newProse(),
    diagnostics: [],
    hasMisplacedRoot: false,
    rootEnd: null,
  };
  if (root?.selfClosing) return reading;
  if (root === null && frontMatter !== null) addCode(tree, frontMatter.start, frontMatter.end);
  scan(source.text, tree.at, tagsInCode, tagReader(source), {
    openTag: (tag) => meetOpenTag(reading, tag),
    closeTag: (name, from, end) => meetCloseTag(reading, name, from, end),
    comment: (from, end) => addComment(tree, from, end),
    code: (from, end) => addCode(tree, from, end),
    unclosedComment: (from) => reading.diagnostics.push(reportUnclosedComment(source, from)),
  });
  if (reading.rootEnd === null) endAll(reading);
  return reading;
}

import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { SourceFile, Span } from "../text/source-file.ts";
import { isRecognised, type Role, roleOf } from "./element-kind.ts";
import {
  giveRest,
  giveToPlaceholder,
  isTaken,
  meetPlaceholder,
  type Placeholders,
  placeholders,
  takeBack,
} from "./placeholders.ts";
import { isProse, newProse, noteProseTag, type Prose, roleOfProseClose } from "./prose.ts";
import { tagReader } from "./read-tag.ts";
import {
  reportMisplacedRoot,
  reportParamOutsideSkill,
  reportPlaceholder,
  reportStepWithoutNode,
  reportStray,
  reportUnclosed,
  reportUnclosedComment,
} from "./report.ts";
import type { Root } from "./root.ts";
import { type CloseTag, scan } from "./scan.ts";
import type { Problem, TagDraft } from "./tag-draft.ts";
import { bitOf, type Name } from "./tag-names.ts";
import { addCode, addComment, addText, closeElement, newTree, openElement, type Tree } from "./tree.ts";

/** What a text is read with, in every round. */
export interface ReadingOptions {
  readonly source: SourceFile;
  readonly root: Root | null;
  readonly frontMatter: Span | null;
  /** Where the nodes begin: behind the tag of the root or the byte order mark. */
  readonly start: number;
  readonly tagsInCode: boolean;
}

/** One round of reading the elements of a text. */
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

/** Decides which tags are elements and which close tag ends which (language.md 2), and builds the tree of them. */
export function readElements(options: ReadingOptions, taking: ReadonlySet<number> | null): Reading {
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
  if (reading.rootEnd === null) finish(reading);
  return reading;
}

function meetOpenTag(reading: Reading, tag: TagDraft): void {
  const { tree, placeholders } = reading;
  const { top } = tree;
  const { name } = tag;
  if (isProse(top.kind) && (top.kind !== "field" || name !== "field")) {
    noteProseTag(reading.prose, tag);
    return;
  }
  const role = roleOf(tag, top, placeholders.taking?.has(tag.start) ?? false);
  if (role === "text") return;
  if (role === "placeholder" || role === "param-outside-skill" || role === "step-without-node" || name === "aml") {
    reportText(reading, tag, role);
    meetPlaceholder(placeholders, name, tag.start, top);
    return;
  }
  openElement(tree, tag, name, role, tag.problems !== null && reportProblems(reading, tag.problems));
  if (isProse(role)) reading.prose.open.clear();
}

/** Reports the problems of an element's tag, and gives whether any is an error. */
function reportProblems({ diagnostics }: Reading, problems: readonly Problem[]): boolean {
  let hasError = false;
  for (const problem of problems) {
    const diagnostic = problem();
    diagnostics.push(diagnostic);
    hasError ||= diagnostic.severity === "error";
  }
  return hasError;
}

/** Reports a tag that is kept as text. */
function reportText(reading: Reading, tag: TagDraft, role: Role): void {
  const { source, root, diagnostics } = reading;
  if (role === "param-outside-skill") diagnostics.push(reportParamOutsideSkill(source, tag));
  else if (role === "step-without-node") diagnostics.push(reportStepWithoutNode(source, tag));
  else if (tag.name !== "aml" || !tag.named) diagnostics.push(reportPlaceholder(source, tag));
  else if (root !== null || !reading.hasMisplacedRoot) {
    diagnostics.push(reportMisplacedRoot(source, tag, root));
    reading.hasMisplacedRoot = true;
  }
}

/** Gives whether to read on, which ends at the close tag of the root. */
function meetCloseTag(reading: Reading, name: Name, start: number, end: number): boolean {
  const { source, tree, placeholders, diagnostics } = reading;
  const { top } = tree;
  const isOpen = (top.openNames & bitOf[name]) !== 0;
  if (top.name !== null && isProse(top.kind)) {
    if (roleOfProseClose(reading.prose, source.text, top.name, name, end, isOpen) === "text") return true;
  } else if (placeholders.met.size > 0 && isTaken(placeholders, name, top)) return true;
  if (isOpen) return endNearest(reading, { name, start, end });
  if (!giveToPlaceholder(placeholders, name) && isRecognised(name, top)) {
    diagnostics.push(reportStray(source, { name, start, end }));
  }
  return true;
}

/** Ends the innermost element of that name; what is still open inside it was never closed. */
function endNearest(reading: Reading, close: CloseTag): boolean {
  const { tree } = reading;
  while (tree.top.name !== close.name) endUnclosed(reading, close, close.start);
  if (tree.top.around !== null) {
    closeElement(tree, close.start, close.end);
    return true;
  }
  addText(tree, close.start);
  reading.rootEnd = close;
  giveRest(reading.placeholders, reading.source.text, close);
  return false;
}

function endUnclosed(reading: Reading, close: CloseTag | null, at: number): void {
  const { source, tree, placeholders, diagnostics } = reading;
  const { element } = tree.top;
  if (element === null) return;
  element.malformed = true;
  diagnostics.push(reportUnclosed(source, { name: element.tag, start: element.start, end: element.bodyStart }, close));
  takeBack(placeholders, element.start);
  closeElement(tree, at, at);
}

function finish(reading: Reading): void {
  const { source, root, tree, diagnostics } = reading;
  const end = source.text.length;
  while (tree.top.around !== null) endUnclosed(reading, null, end);
  addText(tree, end);
  if (root !== null) diagnostics.push(reportUnclosed(source, { name: "aml", start: root.start, end: root.end }, null));
}

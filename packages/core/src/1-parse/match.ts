import type { ElementKind } from "../ast/nodes.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { SourceFile } from "../text/source-file.ts";
import { isRecognised, roleOf } from "./element-kind.ts";
import {
  giveRest,
  giveToPlaceholder,
  isTaken,
  meetPlaceholder,
  type Placeholders,
  placeholders,
  settled,
} from "./placeholders.ts";
import { isProse, noteProseTag, type Prose, prose, roleOfProseClose } from "./prose.ts";
import {
  reportMisplacedRoot,
  reportParamOutsideSkill,
  reportPlaceholder,
  reportStray,
  reportUnclosed,
} from "./report.ts";
import type { Name } from "./tag-names.ts";
import type { CloseTag, OpenTag, Token } from "./token.ts";

export interface Matched {
  readonly diagnostics: Diagnostic[];
  /** What ends the root: its close tag, or its own tag when it is self-closing; null without either. */
  readonly end: CloseTag | OpenTag | null;
}

interface Matching {
  readonly source: SourceFile;
  readonly root: OpenTag | null;
  readonly diagnostics: Diagnostic[];
  readonly placeholders: Placeholders;
  readonly prose: Prose;
  /** How many of each name are open: a close tag that ends nothing is known without a search. */
  readonly open: Map<Name, number>;
  /** The innermost open element, or the root; the others are its parents. */
  top: OpenTag | null;
  hasMisplacedRoot: boolean;
}

/** Decides which tags are elements and which close tag ends which element (language.md 2, placeholders and recovery). */
export function match(source: SourceFile, tokens: readonly Token[], root: OpenTag | null): Matched {
  if (root?.selfClosing) return { diagnostics: [], end: root };
  const first = placeholders();
  const matched = matchWith(source, tokens, root, first);
  return first.anyTakes ? matchWith(source, tokens, root, settled()) : matched;
}

function matchWith(
  source: SourceFile,
  tokens: readonly Token[],
  root: OpenTag | null,
  placeholders: Placeholders,
): Matched {
  const diagnostics: Diagnostic[] = [];
  const state: Matching = {
    source,
    root,
    diagnostics,
    placeholders,
    prose: prose(tokens),
    open: new Map(),
    top: null,
    hasMisplacedRoot: false,
  };
  const from = root === null ? 0 : tokens.indexOf(root) + 1;
  if (root !== null) push(state, root);
  for (let index = from; index < tokens.length; index++) {
    const token = tokens[index];
    if (token?.type === "open") meetOpenTag(state, token);
    else if (token?.type === "close") {
      meetCloseTag(state, token, index);
      if (root !== null && !root.isOpen) {
        giveRest(placeholders, tokens, index + 1);
        return { diagnostics, end: token };
      }
    }
  }
  while (state.top !== null) pop(state, state.top, null);
  return { diagnostics, end: null };
}

function meetOpenTag(state: Matching, tag: OpenTag): void {
  const { source, top, diagnostics, placeholders, prose } = state;
  tag.kind = null;
  tag.parent = top;
  if (top !== null && isProse(top.kind) && (top.kind !== "field" || tag.name !== "field")) {
    noteProseTag(prose, tag);
    return;
  }
  const role = roleOf(tag, top);
  if (role === "text") return;
  if (role === "placeholder" || role === "param-outside-skill") {
    meetPlaceholder(placeholders, tag);
    if (role === "param-outside-skill") diagnostics.push(reportParamOutsideSkill(source, tag));
    else if (tag.name !== "aml" || !tag.named) diagnostics.push(reportPlaceholder(source, tag));
    else if (state.root !== null || !state.hasMisplacedRoot) {
      diagnostics.push(reportMisplacedRoot(source, tag, state.root));
      state.hasMisplacedRoot = true;
    }
    return;
  }
  tag.kind = role;
  tag.malformed = false;
  for (const problem of tag.problems) {
    const diagnostic = problem();
    diagnostics.push(diagnostic);
    if (diagnostic.severity === "error") tag.malformed = true;
  }
  tag.definition = isDefinition(role) ? role : (top?.definition ?? null);
  tag.inSkill = tag.name === "skill" || (top?.inSkill ?? false);
  if (!tag.selfClosing) push(state, tag);
}

function meetCloseTag(state: Matching, close: CloseTag, index: number): void {
  const { source, top, open, placeholders, diagnostics } = state;
  const { name } = close;
  close.closes = null;
  const isOpen = (open.get(name) ?? 0) > 0;
  if (top !== null && isProse(top.kind)) {
    const role = roleOfProseClose(state.prose, top, close, index, isOpen);
    if (role === "text") return;
  } else if (isTaken(placeholders, name, top)) return;
  if (isOpen) closeNearest(state, close);
  else if (!giveToPlaceholder(placeholders, name) && isRecognised(name, top)) {
    diagnostics.push(reportStray(source, close));
  }
}

/** Ends the innermost element of that name; what is still open inside it was never closed. */
function closeNearest(state: Matching, close: CloseTag): void {
  while (state.top !== null && state.top.name !== close.name) pop(state, state.top, close);
  if (state.top === null) return;
  close.closes = state.top;
  pop(state, state.top, close);
}

function push(state: Matching, tag: OpenTag): void {
  tag.isOpen = true;
  state.top = tag;
  state.open.set(tag.name, (state.open.get(tag.name) ?? 0) + 1);
  if (isProse(tag.kind)) state.prose.open.clear();
}

function pop(state: Matching, tag: OpenTag, close: CloseTag | null): void {
  tag.isOpen = false;
  state.top = tag.parent;
  state.open.set(tag.name, (state.open.get(tag.name) ?? 1) - 1);
  if (close?.closes === tag) return;
  if (tag.name === "session" && !tag.named) {
    // A bare `<session>` is an element only by its close tag, which turned out to be elsewhere.
    tag.kind = null;
    state.diagnostics.push(reportPlaceholder(state.source, tag));
    return;
  }
  tag.malformed = true;
  state.diagnostics.push(reportUnclosed(state.source, tag, close));
}

function isDefinition(kind: ElementKind): boolean {
  return kind === "interface" || kind === "implementation" || kind === "contract";
}

import type { Element, ElementKind, Node } from "../ast/nodes.ts";
import type { Span } from "../text/source-file.ts";
import type { OpenTag, Token } from "./token.ts";

export interface Tree {
  readonly children: readonly Node[];
  readonly elements: readonly Element[];
}

/** An element that has not ended yet. It is made at its start, so that what it holds can name its parent. */
type Draft = { -readonly [Key in keyof Element]: Element[Key] };

interface Building {
  readonly elements: Element[];
  /** Nodes wait here until their parent ends, so that each array of children is made once, at its size. */
  readonly nodes: Node[];
  /** The elements that have not ended, and where on the stack of nodes the children of each begin. */
  readonly open: Draft[];
  readonly marks: number[];
  parent: Element | null;
  /** How far the text is in the tree. */
  at: number;
}

const none: readonly Node[] = [];

/** The tree of one stretch of a text, once `match` has decided which of its tags are elements. */
export function build(tokens: readonly Token[], { start, end }: Span): Tree {
  const state: Building = { elements: [], nodes: [], open: [], marks: [], parent: null, at: start };
  for (const token of tokens) {
    if (token.start < start) continue;
    if (token.start >= end) break;
    if (token.type === "opaque") {
      addText(state, token.start);
      const { parent } = state;
      if (token.kind === "comment") state.nodes.push({ kind: "comment", parent, start: token.start, end: token.end });
      else state.nodes.push({ kind: "text", parent, start: token.start, end: token.end, code: true });
      state.at = token.end;
    } else if (token.type === "open") {
      if (token.kind !== null) open(state, token, token.kind);
    } else if (token.closes !== null) {
      addText(state, token.start);
      closeThrough(state, token.closes, token);
    }
  }
  addText(state, end);
  while (state.parent !== null) close(state, end, end);
  return { children: state.nodes, elements: state.elements };
}

function addText(state: Building, end: number): void {
  const { nodes, parent, at } = state;
  if (end > at) nodes.push({ kind: "text", parent, start: at, end, code: false });
  state.at = end;
}

function open(state: Building, tag: OpenTag, kind: ElementKind): void {
  if (tag.name === "aml") return;
  addText(state, tag.start);
  const element: Draft = {
    kind,
    tag: tag.name,
    attributes: tag.attributes,
    children: none,
    parent: state.parent,
    start: tag.start,
    end: tag.end,
    bodyStart: tag.end,
    bodyEnd: tag.end,
    selfClosing: tag.selfClosing,
    malformed: tag.malformed,
    index: state.elements.length,
  };
  state.elements.push(element);
  state.at = tag.end;
  if (tag.selfClosing) {
    state.nodes.push(element);
    return;
  }
  state.open.push(element);
  state.marks.push(state.nodes.length);
  state.parent = element;
}

/** Ends an element at its close tag, and before that tag the elements inside it that were never closed. */
function closeThrough(state: Building, tag: OpenTag, { start, end }: Span): void {
  while (state.parent !== null && state.parent.start !== tag.start) close(state, start, start);
  close(state, start, end);
  state.at = end;
}

function close(state: Building, bodyEnd: number, end: number): void {
  const { nodes, open, marks } = state;
  const element = open.pop();
  const mark = marks.pop();
  if (element === undefined || mark === undefined) return;
  element.bodyEnd = bodyEnd;
  element.end = end;
  if (nodes.length > mark) element.children = nodes.splice(mark);
  nodes.push(element);
  state.parent = element.parent;
}

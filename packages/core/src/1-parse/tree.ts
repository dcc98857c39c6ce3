import { isDefinition } from "../ast/enclosing.ts";
import type { Element, ElementKind, Node, TagName } from "../ast/nodes.ts";
import { attributesOf, type TagDraft } from "./tag-draft.ts";
import { bitOf, type Name } from "./tag-names.ts";

/** An element that has not ended. It is in the tree from its start, so that what it holds can name its parent. */
type Draft = { -readonly [Key in keyof Element]: Element[Key] };

/** An open element and what holds in its body; at the bottom the document itself. Used again for the next element of its depth. */
export interface Frame {
  readonly around: Frame | null;
  inner: Frame | null;
  /** Null at the bottom, and when the frame is not in use. */
  element: Draft | null;
  name: Name | null;
  kind: ElementKind | null;
  /** The kind of the innermost definition. */
  definition: ElementKind | null;
  inSkill: boolean;
  /** The bits of all names that are open here. */
  openNames: number;
  /** Where its children begin on the stack of nodes. */
  mark: number;
}

/** The tree as far as it is built. Parents are links, so that no depth needs recursion. */
export interface Tree {
  readonly elements: Element[];
  /** Nodes wait here until their parent ends, so that each array of children is made once, at its size. */
  readonly nodes: Node[];
  top: Frame;
  /** How far the text is in the tree. */
  at: number;
}

export function newTree(at: number, bottom: Name | null): Tree {
  return { elements: [], nodes: [], top: newFrame(null, bottom), at };
}

function newFrame(around: Frame | null, name: Name | null): Frame {
  return {
    around,
    inner: null,
    element: null,
    name,
    kind: null,
    definition: null,
    inSkill: false,
    openNames: name === null ? 0 : bitOf[name],
    mark: 0,
  };
}

/** Adds the text before an offset. */
export function addText({ nodes, top, at }: Tree, end: number): void {
  if (end > at) nodes.push({ kind: "text", parent: top.element, start: at, end, code: false });
}

export function addCode(tree: Tree, start: number, end: number): void {
  addText(tree, start);
  tree.nodes.push({ kind: "text", parent: tree.top.element, start, end, code: true });
  tree.at = end;
}

export function addComment(tree: Tree, start: number, end: number): void {
  addText(tree, start);
  tree.nodes.push({ kind: "comment", parent: tree.top.element, start, end });
  tree.at = end;
}

/** Adds an element; unless it is self-closing, it is open from here on. */
export function openElement(tree: Tree, tag: TagDraft, name: TagName, kind: ElementKind, malformed: boolean): void {
  const { elements, nodes, top } = tree;
  const { start, end, selfClosing } = tag;
  addText(tree, start);
  tree.at = end;
  const element: Draft = {
    kind,
    tag: name,
    attributes: attributesOf(tag),
    children: none,
    parent: top.element,
    start,
    end,
    bodyStart: end,
    bodyEnd: end,
    selfClosing,
    malformed,
    index: elements.length,
  };
  elements.push(element);
  if (selfClosing) {
    nodes.push(element);
    return;
  }
  top.inner ??= newFrame(top, name);
  const frame = top.inner;
  frame.element = element;
  frame.name = name;
  frame.kind = kind;
  frame.definition = isDefinition(element) ? kind : top.definition;
  frame.inSkill = name === "skill" || top.inSkill;
  frame.openNames = top.openNames | bitOf[name];
  frame.mark = nodes.length;
  tree.top = frame;
}

const none: readonly Node[] = [];

/** Ends the innermost element. */
export function closeElement(tree: Tree, bodyEnd: number, end: number): void {
  const { nodes, top } = tree;
  const { around, element, mark } = top;
  if (element === null || around === null) return;
  addText(tree, bodyEnd);
  tree.at = end;
  element.bodyEnd = bodyEnd;
  element.end = end;
  element.children = takeFrom(nodes, mark);
  nodes.push(element);
  top.element = null;
  tree.top = around;
}

function takeFrom(nodes: Node[], mark: number): readonly Node[] {
  if (nodes.length === mark) return none;
  // Most elements hold one node, and a general copy of it would take longer than all the rest here.
  const last = nodes.length === mark + 1 ? nodes.pop() : undefined;
  return last === undefined ? nodes.splice(mark) : [last];
}

import type { Document, Node } from "./nodes.ts";
import { isElement } from "./nodes.ts";

/** The text that a tree was made from, put together again from its nodes: the same, character by character. */
export function print(document: Document): string {
  const { text } = document.source;
  const parts = [text.slice(0, document.bodyStart)];
  // A stack instead of recursion, since documents nest as deep as they like; a string is a close tag to come.
  const open: (Node | string)[] = [...document.children].reverse();
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next === "string") parts.push(next);
    else if (!isElement(next)) parts.push(text.slice(next.start, next.end));
    else {
      parts.push(text.slice(next.start, next.bodyStart));
      open.push(text.slice(next.bodyEnd, next.end));
      for (const child of [...next.children].reverse()) open.push(child);
    }
  }
  parts.push(text.slice(document.bodyEnd));
  return parts.join("");
}

import type { Document, Element } from "../ast/nodes.ts";
import { placeOfTag } from "../ast/place-of.ts";
import { childInDiagram, noDiagram, severalDiagrams, textAroundDiagram } from "../diagnostics/catalogue.generated.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Source } from "../text/source-file.ts";
import { bodyOf } from "./body.ts";
import { blanks, type Excerpt, excerptOf, placeIn } from "./excerpt.ts";
import { type FencedBlock, fencedBlocks } from "./fenced-blocks.ts";

export interface FoundDiagram {
  /** What `parseDiagram` takes; null when there is none, or when it cannot be told which it is. */
  readonly diagram: Excerpt | null;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * The diagram of a diagram-driven skill's body: in a mermaid fence, else the bare text with the steps beside it cut out
 * (diagram.md 1). It is read from the source, so whatever would run inside the body is refused.
 */
export function diagramOfSkill(document: Document, skill: Element): FoundDiagram {
  const body = bodyOf(document, skill);
  const fenced = onlyMermaidFence(body);
  return {
    diagram: fenced.blocks === 0 ? trimmed(body) : fenced.diagram,
    diagnostics: [...fenced.diagnostics, ...childrenThatRun(document, skill)],
  };
}

/** The diagram in an implementation's mermaid fence; null without a diagnostic when it has none (diagram.md 1). */
export function diagramOfImplementation(document: Document, implementation: Element): FoundDiagram {
  return onlyMermaidFence(bodyOf(document, implementation));
}

/** The one mermaid fence of a plain Markdown file (diagram.md 1). */
export function diagramOfMarkdown(source: Source): FoundDiagram {
  const text = excerptOf(source);
  const fenced = onlyMermaidFence(text);
  if (fenced.blocks > 0) return fenced;
  const at = placeIn(text, 0, 0);
  return { diagram: null, diagnostics: [noDiagram({ at, found: "no fence marked `mermaid`" })] };
}

/** The whole of a `.mmd` file; a fence around it is tolerated, other text beside that is not (diagram.md 1). */
export function diagramOfMermaidFile(source: Source): FoundDiagram {
  const text = excerptOf(source);
  const [block] = fencedBlocks(text.text);
  if (block === undefined || text.text.slice(0, block.start).trim() !== "") return { diagram: text, diagnostics: [] };
  const rest = text.text.slice(block.end);
  const stray = rest.search(/\S/);
  if (stray === -1) return { diagram: contentExcerpt(text, block), diagnostics: [] };
  const start = block.end + stray;
  const end = start + (/^[^\n]*/.exec(text.text.slice(start))?.[0].trimEnd().length ?? 1);
  return { diagram: null, diagnostics: [textAroundDiagram({ at: placeIn(text, start, end) })] };
}

function onlyMermaidFence(text: Excerpt): FoundDiagram & { readonly blocks: number } {
  const blocks = fencedBlocks(text.text).filter(({ info }) => /^mermaid(?:\s|$)/i.test(info));
  const [block, second] = blocks;
  if (block === undefined) return { blocks: 0, diagram: null, diagnostics: [] };
  if (second === undefined) return { blocks: 1, diagram: contentExcerpt(text, block), diagnostics: [] };
  const related = [{ at: placeIn(text, block.start, block.contentStart), message: "the first" }];
  const at = placeIn(text, second.start, second.contentStart);
  return {
    blocks: blocks.length,
    diagram: null,
    diagnostics: [severalDiagrams({ at, count: blocks.length, related })],
  };
}

// In a block quote every line of the fence bears the quote's marks.
function contentExcerpt({ source, offset, text }: Excerpt, block: FencedBlock): Excerpt {
  const content = text.slice(block.contentStart, block.contentEnd);
  const isQuoted = text.slice(text.lastIndexOf("\n", block.start - 1) + 1, block.start).includes(">");
  const unquoted = isQuoted ? content.replace(/^[ \t]*(?:>[ \t]?)+/gm, blanks) : content;
  return { source, offset: offset + block.contentStart, text: unquoted };
}

/** From the first line with anything on it, so that front matter stands at the start. */
function trimmed({ source, offset, text }: Excerpt): Excerpt {
  const start = text.lastIndexOf("\n", Math.max(0, text.search(/\S/))) + 1;
  return { source, offset: offset + start, text: text.slice(start) };
}

const running = new Set<Element["kind"]>(["invocation", "usage", "agent", "session", "tool"]);

function childrenThatRun(document: Document, skill: Element): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  for (const child of skill.children) {
    if (child.kind === "text" || child.kind === "comment" || !running.has(child.kind)) continue;
    diagnostics.push(childInDiagram({ at: placeOfTag(document, child), element: `<${child.tag}>` }));
  }
  return diagnostics;
}

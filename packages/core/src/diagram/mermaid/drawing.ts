import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import type { Place } from "../../text/source-file.ts";
import { type Excerpt, placeIn } from "../excerpt.ts";
import type { Annotation, AnnotationKey, DiagramEdge, DiagramGroup, DiagramNode, Direction } from "./diagram.ts";

/** A node while the diagram is read: a later mention may give it a label, a shape, annotations. */
export interface DrawnNode extends DiagramNode {
  label: string;
  shape: string;
  group: string | null;
  readonly annotations: Map<AnnotationKey, Annotation>;
}

export interface DrawnGroup extends DiagramGroup {
  parent: string | null;
}

/** A `subgraph` whose `end` has not come yet, with the nodes named in it so far. */
export interface OpenGroup {
  /** Null when the title is no id: mermaid then numbers the group when it closes. */
  readonly id: string | null;
  readonly title: string;
  readonly place: Place;
  readonly members: DrawnNode[];
  readonly children: DrawnGroup[];
}

/** What has been read so far, and where the reader stands in the prepared text. */
export interface Drawing {
  readonly input: Excerpt;
  readonly text: string;
  at: number;
  direction: Direction;
  readonly nodes: Map<string, DrawnNode>;
  readonly edges: DiagramEdge[];
  readonly starts: { readonly to: string; readonly place: Place }[];
  /** Those that are closed. */
  readonly groups: Map<string, DrawnGroup>;
  groupCount: number;
  readonly openGroups: OpenGroup[];
  /** Ids that a style or note names: mermaid makes a node of one that nothing else names. */
  readonly mentioned: { readonly id: string; readonly place: Place }[];
  readonly edgeIds: Set<string>;
  /** The next `@` of the text, and where the run of characters begins that could make it the end of an edge's id. */
  readonly nextAtSign: { at: number; runStart: number };
  readonly diagnostics: Diagnostic[];
}

/** An empty drawing at the beginning of the prepared text. */
export function drawing(input: Excerpt, text: string): Drawing {
  return {
    input,
    text,
    at: 0,
    direction: "TB",
    nodes: new Map(),
    edges: [],
    starts: [],
    groups: new Map(),
    groupCount: 0,
    openGroups: [],
    mentioned: [],
    edgeIds: new Set(),
    nextAtSign: { at: -1, runStart: 0 },
    diagnostics: [],
  };
}

/** A stretch of the drawing's text as a place in its file. */
export function placeOf(drawing: Drawing, start: number, end: number): Place {
  return placeIn(drawing.input, start, end);
}

/** The node of that id, made at its first mention. */
export function nodeOf(drawing: Drawing, id: string, start: number, end: number, shape = "square"): DrawnNode {
  const existing = drawing.nodes.get(id);
  const node = existing ?? {
    id,
    label: id,
    shape,
    annotations: new Map(),
    group: null,
    place: placeOf(drawing, start, end),
  };
  if (existing === undefined) drawing.nodes.set(id, node);
  drawing.openGroups.at(-1)?.members.push(node);
  return node;
}

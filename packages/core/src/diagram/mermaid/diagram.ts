import type { Place } from "../../text/source-file.ts";

/** The keys that mean something to a plan (diagram.md 2, annotations). */
export type AnnotationKey = "type" | "run" | "model" | "max_iter" | "on_exhaust" | "retries" | "timeout";

/** A setting written into a node: its value as it stands there, and where. */
export interface Annotation {
  readonly value: string;
  readonly place: Place;
}

export interface DiagramNode {
  readonly id: string;
  /** As written, quotes and annotations taken off; the id where none is written. */
  readonly label: string;
  /** mermaid's name of the shape: `square`, `diamond`, `choice`, ...; `square` for a bare id. */
  readonly shape: string;
  readonly annotations: ReadonlyMap<AnnotationKey, Annotation>;
  /** Id of the innermost `subgraph` around it: for display only. */
  readonly group: string | null;
  /** Where the node is first named. */
  readonly place: Place;
}

export type EdgeKind = "solid" | "thick" | "dotted";

export interface DiagramEdge {
  readonly from: string;
  /** Null for a state diagram's transition to `[*]`. */
  readonly to: string | null;
  /** Trimmed and unquoted; null when nothing is written. */
  readonly label: string | null;
  readonly kind: EdgeKind;
  /** The arrow with its label. */
  readonly place: Place;
}

/** A `subgraph`, kept for display. */
export interface DiagramGroup {
  readonly id: string;
  readonly title: string;
  readonly parent: string | null;
}

export type DiagramKind = "flowchart" | "state";

export type Direction = "TB" | "BT" | "LR" | "RL";

/** What a mermaid text says, in the order it says it: a graph without any rule of plans applied (diagram.md 2). */
export interface Diagram {
  readonly kind: DiagramKind;
  readonly title: string | null;
  readonly direction: Direction;
  /** The text it was read from, without what stood around it. */
  readonly text: string;
  readonly nodes: readonly DiagramNode[];
  readonly edges: readonly DiagramEdge[];
  /** Where a state diagram's `[*] --> A` lead; empty for flowcharts. */
  readonly starts: readonly { readonly to: string; readonly place: Place }[];
  readonly groups: readonly DiagramGroup[];
  readonly place: Place;
}

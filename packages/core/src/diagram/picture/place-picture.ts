import { itemAt } from "../../plan/graph.ts";
import { type WrittenEdge, writeEdge } from "./draw-edge.ts";
import { type WrittenStep, writeEnd, writeStep } from "./draw-step.ts";
import { borderOf } from "./figure-shape.ts";
import { type Box, leaves, type Point, type Size } from "./geometry.ts";
import { layOut } from "./layout.ts";
import type { PlanPicture } from "./plan-picture.ts";

/** Everything that is drawn, with its place. */
export interface PlacedPicture {
  readonly size: Size;
  readonly steps: readonly { readonly written: WrittenStep; readonly box: Box }[];
  readonly edges: readonly {
    readonly written: WrittenEdge;
    readonly points: readonly Point[];
    readonly label: Point;
  }[];
  readonly groups: readonly { readonly title: string; readonly box: Box }[];
}

/** Writes what a picture shows and places it; an edge that leads to no step gets an end of its own to lead to. */
export async function placePicture({ direction, steps, edges, groups }: PlanPicture): Promise<PlacedPicture> {
  const ends = edges.filter(({ edge }) => edge.to === null);
  const written = [...steps.map(writeStep), ...ends.map(writeEnd)];
  const endOf = new Map(ends.map(({ edge }, index) => [edge.index, steps.length + index]));
  const groupOf = [...steps, ...ends.map(({ edge }) => itemAt(steps, edge.from))].map(({ group }) => group);
  const lines = edges.map((each) => {
    const to = each.edge.to ?? endOf.get(each.edge.index) ?? each.edge.from;
    return { written: writeEdge(each), from: each.edge.from, to };
  });
  const placed = await layOut({
    direction,
    groups,
    steps: written.map(({ size }, index) => ({ ...size, group: itemAt(groupOf, index) })),
    edges: lines.map(({ written: { size }, from, to }) => ({ ...size, from, to })),
  });
  const border = (index: number) => {
    const box = itemAt(placed.steps, index);
    return { box, polygon: borderOf(itemAt(written, index).figure, box) };
  };
  return {
    size: placed.size,
    steps: written.map((each, index) => ({ written: each, box: itemAt(placed.steps, index) })),
    groups: groups.map(({ title }, index) => ({ title, box: itemAt(placed.groups, index) })),
    edges: lines.map(({ written: each, from, to }, index) => {
      const { points, label } = itemAt(placed.edges, index);
      return { written: each, label, points: clipped(points, border(from), border(to)) };
    }),
  };
}

interface Border {
  readonly box: Box;
  readonly polygon: readonly Point[];
}

// The layout ends an edge at the box around a figure, which a diamond or a circle does not fill.
function clipped(points: readonly Point[], from: Border, to: Border): readonly Point[] {
  const bends = points.slice(1, -1);
  const start = leaves(from.polygon, from.box, bends[0] ?? to.box);
  const end = leaves(to.polygon, to.box, bends.at(-1) ?? from.box);
  return [start, ...bends, end];
}

import { edgeToGroup, emptyDiagram, unclosedGroup, unknownMention } from "../../diagnostics/catalogue.generated.ts";
import { type Drawing, placeOf } from "./drawing.ts";

/** What can only be said of a diagram at its end: open subgraphs, edges to subgraphs, styles of nothing. */
export function finish(drawing: Drawing): void {
  for (const { place } of drawing.openGroups) drawing.diagnostics.push(unclosedGroup({ at: place }));
  refuseGroupsAsNodes(drawing);
  for (const { id, place } of drawing.mentioned)
    if (!drawing.nodes.has(id) && !drawing.groups.has(id)) drawing.diagnostics.push(unknownMention({ at: place, id }));
  if (drawing.nodes.size === 0)
    drawing.diagnostics.push(emptyDiagram({ at: placeOf(drawing, 0, Math.min(1, drawing.text.length)) }));
}

function refuseGroupsAsNodes(drawing: Drawing): void {
  const { groups, nodes } = drawing;
  if (groups.size === 0) return;
  for (const id of groups.keys()) {
    const node = nodes.get(id);
    if (node !== undefined) drawing.diagnostics.push(edgeToGroup({ at: node.place, id }));
  }
}

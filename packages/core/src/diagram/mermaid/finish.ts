import { edgeToGroup, emptyDiagram, unclosedGroup, unknownMention } from "../../diagnostics/catalogue.generated.ts";
import { hasErrors } from "../../diagnostics/diagnostic.ts";
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

// Which of its nodes should wait, or be waited for, cannot be told.
function refuseGroupsAsNodes(drawing: Drawing): void {
  const { groups, nodes, edges } = drawing;
  const named = new Set([...groups.keys()].filter((id) => nodes.has(id)));
  if (named.size === 0) return;
  for (const { from, to, place } of edges) {
    const id = named.has(from) ? from : to !== null && named.has(to) ? to : null;
    if (id !== null) drawing.diagnostics.push(edgeToGroup({ at: place, id }));
  }
  if (hasErrors(drawing.diagnostics)) return;
  for (const id of named)
    drawing.diagnostics.push(edgeToGroup({ at: nodes.get(id)?.place ?? placeOf(drawing, 0, 0), id }));
}

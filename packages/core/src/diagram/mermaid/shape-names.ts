/** The shapes of `@{ shape: ... }` by all of their names; the first of a row is what this library calls it. */
const rows = [
  "square rect proc process rectangle",
  "round rounded event",
  "stadium terminal pill",
  "subroutine fr-rect subprocess subproc framed-rectangle",
  "cylinder cyl db database",
  "datastore data-store",
  "folder directory",
  "bucket",
  "console",
  "browser",
  "person",
  "circle circ",
  "bang",
  "cloud",
  "diamond diam decision question choice",
  "hexagon hex prepare",
  "lean_right lean-r lean-right in-out",
  "lean_left lean-l lean-left out-in",
  "trapezoid trap-b priority trapezoid-bottom",
  "inv_trapezoid trap-t manual trapezoid-top inv-trapezoid",
  "doublecircle dbl-circ double-circle",
  "text",
  "notch-rect card notched-rectangle",
  "lin-rect lined-rectangle lined-process lin-proc shaded-process",
  "start sm-circ small-circle",
  "stop fr-circ framed-circle",
  "fork join",
  "hourglass collate",
  "brace comment brace-l",
  "brace-r",
  "braces",
  "bolt com-link lightning-bolt",
  "doc document",
  "delay half-rounded-rectangle",
  "h-cyl das horizontal-cylinder",
  "lin-cyl disk lined-cylinder",
  "curv-trap curved-trapezoid display",
  "div-rect div-proc divided-rectangle divided-process",
  "tri extract triangle",
  "win-pane internal-storage window-pane",
  "f-circ junction filled-circle",
  "notch-pent loop-limit notched-pentagon",
  "flip-tri manual-file flipped-triangle",
  "sl-rect manual-input sloped-rectangle",
  "docs documents st-doc stacked-document",
  "st-rect procs processes stacked-rectangle",
  "bow-rect stored-data bow-tie-rectangle",
  "cross-circ summary crossed-circle",
  "tag-doc tagged-document",
  "tag-rect tagged-rectangle tag-proc tagged-process",
  "flag paper-tape",
  "odd",
  "lin-doc lined-document",
  "state",
  "note",
];

// Names that this library has from the brackets, and mermaid does not take here.
const bracketsOnly = new Set(["square", "round", "lean_right", "lean_left", "inv_trapezoid", "doublecircle"]);

const shapes: ReadonlyMap<string, string> = new Map(
  rows.flatMap((row) => {
    const names = row.split(" ");
    const shape = names[0] ?? row;
    return names.filter((name) => !bracketsOnly.has(name)).map((name) => [name, shape] as const);
  }),
);

/** The shape that mermaid draws for a name; undefined for a name it refuses. */
export function shapeNamed(name: string): string | undefined {
  return shapes.get(name);
}

export function shapeNames(): readonly string[] {
  return [...shapes.keys()];
}

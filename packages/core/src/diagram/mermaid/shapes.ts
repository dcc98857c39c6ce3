/** A pair of brackets and the shape it draws; slanted ones close in two ways. */
export interface Brackets {
  readonly open: string;
  readonly closers: readonly { readonly close: string; readonly shape: string }[];
}

function pair(open: string, close: string, shape: string): Brackets {
  return { open, closers: [{ close, shape }] };
}

/** The longest opening comes first, as in mermaid. */
const brackets: readonly Brackets[] = [
  pair("(((", ")))", "doublecircle"),
  pair("((", "))", "circle"),
  pair("([", "])", "stadium"),
  pair("(-", "-)", "ellipse"),
  pair("(", ")", "round"),
  pair("[[", "]]", "subroutine"),
  pair("[(", ")]", "cylinder"),
  {
    open: "[/",
    closers: [
      { close: "/]", shape: "lean_right" },
      { close: "\\]", shape: "trapezoid" },
    ],
  },
  {
    open: "[\\",
    closers: [
      { close: "\\]", shape: "lean_left" },
      { close: "/]", shape: "inv_trapezoid" },
    ],
  },
  pair("[", "]", "square"),
  pair("{{", "}}", "hexagon"),
  pair("{", "}", "diamond"),
  pair(">", "]", "odd"),
];

// `[|borders:lt|label]` says which borders are drawn.
const withBorders = /\[\|\w+:\w+\|/y;

/** The brackets that open at `at`, if any do. */
export function bracketsAt(text: string, at: number): Brackets | undefined {
  withBorders.lastIndex = at;
  const bordered = text[at] === "[" ? withBorders.exec(text)?.[0] : undefined;
  return bordered === undefined
    ? brackets.find(({ open }) => text.startsWith(open, at))
    : pair(bordered, "]", "square");
}

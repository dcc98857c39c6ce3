import { describeFixtures } from "../testing/fixtures.ts";
import { outlineOf } from "../testing/outline.ts";
import { parse } from "./parse.ts";

describeFixtures("documents", import.meta.url, ({ input }) => {
  const { document, diagnostics } = parse(input);
  return {
    version: document.version,
    tree: outlineOf(document),
    diagnostics: diagnostics.map(
      ({ code, start, end }) =>
        `${code} ${start.line}:${start.column} ${input.slice(start.offset, end.offset).replaceAll("\n", " ")}`,
    ),
  };
});

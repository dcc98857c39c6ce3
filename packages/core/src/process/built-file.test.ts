import { expect, test } from "vitest";
import { builtFile } from "./built-file.ts";

test.each([
  [
    "source",
    "file:///home/src/aml/packages/core/src/tools/sql.ts",
    "/home/src/aml/packages/core/dist/tools/sql-worker.js",
  ],
  ["a built package", "file:///app/core/dist/tools/sql.js", "/app/core/dist/tools/sql-worker.js"],
  ["a built package below a folder src", "file:///src/core/dist/tools/sql.js", "/src/core/dist/tools/sql-worker.js"],
  ["the bundled command", "file:///app/cli/dist/chunk-run-1a.js", "/app/cli/dist/sql-worker.js"],
  ["a folder with a space", "file:///my%20app/dist/sql.js", "/my app/dist/sql-worker.js"],
])("a child's file is found from %s", (_, module, path) => {
  expect(builtFile(module, "./sql-worker.js")).toBe(path);
});

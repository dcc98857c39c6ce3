import fc from "fast-check";
import { expect, test } from "vitest";
import { toolScope } from "./tool-scope.ts";
import { everyTool, narrow, type ToolTag, toolLists } from "./tool-set.ts";

const tool = fc.constantFrom(
  "bash",
  "view",
  "edit",
  "sql",
  "mcp/git/log",
  "mcp/git/show",
  "mcp/git/*",
  "mcp/jira/read",
);
const tag: fc.Arbitrary<ToolTag> = fc.record({
  allow: fc.option(fc.uniqueArray(tool), { nil: null }),
  deny: fc.uniqueArray(tool, { maxLength: 3 }),
  name: fc.option(tool, { nil: null }),
});

test("tags entered one inside the other narrow and remark as they do one by one", () => {
  fc.assert(
    fc.property(fc.array(tag, { maxLength: 6 }), (tags) => {
      const scope = toolScope<number>();
      let expected = everyTool;
      for (const [index, inner] of tags.entries()) {
        const narrowed = narrow(expected, inner);
        expect(scope.enter(inner, index)).toEqual(narrowed.remarks);
        expect(toolLists(scope.current())).toEqual(toolLists(narrowed.tools));
        expected = narrowed.tools;
      }
    }),
  );
});

test("leaving a tag brings back what held around it", () => {
  fc.assert(
    fc.property(fc.array(tag, { maxLength: 4 }), fc.array(tag, { maxLength: 4 }), (around, inside) => {
      const scope = toolScope<string>();
      for (const outer of around) scope.enter(outer, "around");
      const before = toolLists(scope.current());
      for (const inner of inside) scope.enter(inner, "inside");
      for (const _ of inside) scope.leave();
      expect(toolLists(scope.current())).toEqual(before);
    }),
  );
});

test("leaving more tags than were entered leaves no constraint", () => {
  const scope = toolScope<string>();
  scope.enter({ allow: ["sql"], deny: ["bash"], name: null }, "only");
  scope.leave();
  scope.leave();
  expect(toolLists(scope.current())).toEqual({ allowed: null, denied: [] });
});

test("the outermost tag that denies a tool is named for it, else the one that denies its wildcard", () => {
  const scope = toolScope<string>();
  scope.enter({ allow: null, deny: ["sql", "mcp/git/*"], name: null }, "outer");
  scope.enter({ allow: null, deny: ["sql", "think"], name: null }, "inner");
  expect(["sql", "think", "mcp/git/log", "view"].map(scope.deniedBy)).toEqual(["outer", "inner", "outer", undefined]);
  scope.enter({ allow: null, deny: ["mcp/git/log"], name: null }, "exact");
  expect(["mcp/git/log", "mcp/git/show"].map(scope.deniedBy)).toEqual(["exact", "outer"]);
  scope.leave();
  scope.leave();
  expect(scope.deniedBy("think")).toBeUndefined();
  expect(scope.deniedBy("sql")).toBe("outer");
});

test("the nearest list around a tag is named for what it lacks, past tags that only deny", () => {
  const scope = toolScope<string>();
  scope.enter({ allow: ["sql", "think"], deny: [], name: null }, "list");
  scope.enter({ allow: null, deny: ["think"], name: null }, "denial");
  scope.enter({ allow: ["view"], deny: [], name: null }, "request");
  expect(scope.allowedAround()).toBe("list");
});

test("20,000 nested tags, each with a denial of its own, are entered and left", () => {
  const scope = toolScope<number>();
  for (let index = 0; index < 20_000; index++) scope.enter({ allow: null, deny: [`tool-${index}`], name: null }, index);
  expect(scope.current().denied.size).toBe(20_000);
  for (let index = 0; index < 20_000; index++) scope.leave();
  expect(toolLists(scope.current())).toEqual({ allowed: null, denied: [] });
});

test("2,000 nested wildcards over 2,000 tools, each with a denial of its own, are entered and left", () => {
  const tools = Array.from({ length: 2000 }, (_, index) => `mcp/git/tool-${index}`);
  const scope = toolScope<number>();
  scope.enter({ allow: tools, deny: [], name: null }, -1);
  for (const [index, tool] of tools.entries()) scope.enter({ allow: ["mcp/git/*"], deny: [tool], name: null }, index);
  expect(scope.current().allowed?.size).toBe(0);
  for (const _ of tools) scope.leave();
  expect(scope.current().allowed?.size).toBe(2000);
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { verifies } from "../testing/verifies.ts";
import { everyTool, isAvailable, narrow, type ToolSet, type ToolTag, toolLists } from "./tool-set.ts";

describe("for any tags", () => {
  const pool = [
    "bash",
    "view",
    "edit",
    "sql",
    "mcp/git/log",
    "mcp/git/show",
    "mcp/git/*",
    "mcp/jira/*",
    "mcp/jira/read",
  ];
  const tool = fc.constantFrom(...pool);
  const tag: fc.Arbitrary<ToolTag> = fc.record({
    allow: fc.option(fc.uniqueArray(tool), { nil: null }),
    deny: fc.uniqueArray(tool, { maxLength: 4 }),
    name: fc.option(tool, { nil: null }),
  });
  const outer = fc.array(tag, { maxLength: 5 }).map((tags) => applied(tags));

  test("narrowing never makes a tool available", () => {
    verifies("tools.narrow");
    fc.assert(
      fc.property(outer, tag, tool, (tools, inner, name) => {
        expect(isAvailable(narrow(tools, inner).tools, name) && !isAvailable(tools, name)).toBe(false);
      }),
    );
  });

  test("what a tag denies is never available below it, whatever stands there", () => {
    fc.assert(
      fc.property(outer, tag, fc.array(tag, { maxLength: 4 }), (tools, inner, below) => {
        const after = applied(below, narrow(tools, inner).tools);
        for (const name of inner.deny) expect(isAvailable(after, name)).toBe(false);
      }),
    );
  });

  test("what a tag asks for is available exactly if it was and the tag does not deny it, and nothing else is", () => {
    fc.assert(
      fc.property(outer, tag, tool, (tools, inner, name) => {
        const isAskedFor = asksFor(inner, name);
        const isDenied = inner.deny.includes(name) || inner.deny.includes(serverOf(name));
        expect(isAvailable(narrow(tools, inner).tools, name)).toBe(isAvailable(tools, name) && isAskedFor && !isDenied);
      }),
    );
  });

  test("the order of tags does not matter to what is available", () => {
    fc.assert(
      fc.property(fc.array(tag, { maxLength: 5 }), tool, (tags, name) => {
        fc.pre(!name.endsWith("/*"));
        expect(isAvailable(applied(tags), name)).toBe(isAvailable(applied([...tags].reverse()), name));
      }),
    );
  });

  test("the same tag again changes nothing", () => {
    fc.assert(
      fc.property(outer, tag, (tools, inner) => {
        const once = narrow(tools, inner).tools;
        expect(toolLists(narrow(once, inner).tools)).toEqual(toolLists(once));
      }),
    );
  });

  test("the constraint that is narrowed is left as it was", () => {
    fc.assert(
      fc.property(outer, tag, (tools, inner) => {
        const before = toolLists(tools);
        narrow(tools, inner);
        expect(toolLists(tools)).toEqual(before);
      }),
    );
  });

  test("no tool gets two remarks about the same request", () => {
    fc.assert(
      fc.property(outer, tag, (tools, inner) => {
        const about = narrow(tools, inner).remarks.flatMap((remark) =>
          "tool" in remark && remark.kind !== "redundant-name" ? [remark.tool] : [],
        );
        expect(about).toEqual([...new Set(about)]);
      }),
    );
  });
});

function applied(tags: readonly ToolTag[], outer: ToolSet = everyTool): ToolSet {
  return tags.reduce((tools, tag) => narrow(tools, tag).tools, outer);
}

/** Written anew from language.md 5.1, not with the algebra's own matching. */
function asksFor({ allow, name }: ToolTag, tool: string): boolean {
  const requested = allow ?? (name === null ? null : [name]);
  return requested === null || requested.includes(tool) || requested.includes(serverOf(tool));
}

function serverOf(tool: string): string {
  return tool.startsWith("mcp/") ? `${tool.split("/").slice(0, 2).join("/")}/*` : tool;
}

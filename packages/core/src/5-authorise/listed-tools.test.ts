import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sourceFile } from "../text/source-file.ts";
import { checkListedTools } from "./check-listed-tools.ts";
import { listedTool, tagOfList } from "./listed-tools.ts";
import { isAvailable, narrow } from "./tool-set.ts";

const configured = new Set(["deploy"]);

describe("a name in the front matter of an agent or a skill stands for", () => {
  test.each<[string, string[]]>([
    ["view", ["view"]],
    ["Read", ["view"]],
    ["Bash", ["bash"]],
    ["Bash(git diff:*)", ["bash"]],
    ["WebFetch", ["web_fetch"]],
    ["search", ["grep", "glob"]],
    ["web", ["web_fetch", "web_search"]],
    ["execute", ["bash"]],
    ["deploy", ["deploy"]],
    ["mcp/notes/add", ["mcp/notes/add"]],
    ["mcp__notes__add", ["mcp/notes/add"]],
    ["mcp__notes", ["mcp/notes/*"]],
    ["mcp__my_notes", ["mcp/my_notes/*"]],
    ["mcp__notes__*", ["mcp/notes/*"]],
    ["notes/add", ["mcp/notes/add"]],
    ["notes/*", ["mcp/notes/*"]],
    ["Task", []],
    ["bash,view", []],
    ["a/b/c", []],
    ["mcp__", []],
    ["", []],
  ])("%j: %j", (name, tools) => {
    expect(listedTool(name, configured).tools).toEqual(tools);
  });

  test("whatever a list says, it never makes a tool available that was not", () => {
    const name = fc.constantFrom("Read", "Bash(x)", "web", "mcp__a", "a/*", "mcp/a/b", "Rocket");
    const tool = fc.constantFrom("view", "bash", "web_fetch", "mcp/a/b", "mcp/a/c");
    fc.assert(
      fc.property(fc.array(name), fc.array(tool), fc.array(tool), tool, (list, allowed, denied, asked) => {
        const outer = { allowed: new Set(allowed), denied: new Set(denied) };
        const { tools } = narrow(outer, tagOfList(list, new Set()));
        return !isAvailable(tools, asked) || isAvailable(outer, asked);
      }),
    );
  });
});

describe("the warnings about such a list", () => {
  const told = (...names: string[]) => {
    const at = { source: sourceFile("tools"), start: 0, end: 5 };
    return checkListedTools(names, at).map(({ code, message, help }) => [code, message, help ?? ""].join("; "));
  };

  test("are none about names known from elsewhere, which are at home there", () => {
    expect(told("Read", "Bash", "search", "mcp__notes")).toEqual([]);
  });

  test("name what nothing knows, with the nearest name", () => {
    expect(told("Rocket", "Gerp")).toEqual([
      expect.stringMatching(/^AML5002; "Rocket" is no known tool; it allows nothing here/),
      expect.stringMatching(/^AML5002; "Gerp" .*did you mean `[Gg]rep`/),
    ]);
  });

  test("say that a rule is taken as its tool", () => {
    expect(told("Bash(git:*)")).toEqual([expect.stringMatching(/^AML6233; `Bash\(git:\*\)` is taken as `bash`/)]);
  });
});

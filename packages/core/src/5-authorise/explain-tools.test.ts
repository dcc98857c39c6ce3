import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { check } from "../check.ts";
import { effectiveTools } from "./effective-tools.ts";
import { explainTools } from "./explain-tools.ts";
import { toolLists } from "./tool-set.ts";

/** What each tag around the last element of a text leaves, by the line it stands on. */
function narrowed(text: string): string[] {
  const { documents, resolutions } = check([{ file: "a.md", text }]);
  const [document] = documents;
  const element = document?.elements.at(-1);
  if (document === undefined || element === undefined) throw new Error("nothing to explain");
  return explainTools(document, element, { resolutions }).map(({ owner, tools }) => {
    const line = "element" in owner ? text.slice(0, owner.element.start).split("\n").length : owner.file;
    const { allowed, denied } = toolLists(tools);
    return `${line}: ${allowed === null ? "all" : allowed.join(" ")}${denied.map((name) => ` -${name}`).join("")}`;
  });
}

describe("which tags narrow the tools of an element", () => {
  test.each([
    ["none", "<session/>", []],
    [
      "those around it, outermost first",
      '<tool deny="bash">\n<tool allow="grep,bash">\n<session/></tool></tool>',
      ["1: all -bash", "2: grep -bash"],
    ],
    ["its own", '<tool allow="grep">x</tool>', ["1: grep"]],
    ["not those beside it", '<tool deny="bash">x</tool><session/>', []],
    ["not one that is an error", '<tool allow="a" deny="b">\n<tool name="grep"><session/></tool></tool>', ["2: grep"]],
    [
      "those of the interface it resolves through",
      '<skill define="interface" name="i"><tool deny="write"/></skill><skill define="implementation" name="p" implements="i"/>\n<tool deny="bash"><skill interface="i"/></tool>',
      ["2: all -bash", "1: all -bash -write"],
    ],
  ])("%s", (_, text, expected) => {
    expect(narrowed(text)).toEqual(expected);
  });
});

test("a tag of an interface stands in the interface's own file", () => {
  const reference = { name: "q", layer: "project" as const, folder: "/q" };
  const text = '<skill define="interface" name="i"><tool deny="write"/></skill>';
  const provided = '<skill define="implementation" name="p" implements="i"/>';
  const { documents, resolutions } = check([
    { file: "q/SKILL.md", text: text + provided, package: reference },
    { file: "a.md", text: '<tool deny="bash"><skill interface="i"/></tool>' },
  ]);
  const document = documents[1];
  const element = document?.elements.at(-1);
  if (document === undefined || element === undefined) throw new Error("nothing to explain");
  const files = explainTools(document, element, { resolutions }).map(({ owner }) =>
    "document" in owner ? owner.document.source.file : owner.file,
  );
  expect(files).toEqual(["a.md", "q/SKILL.md"]);
});

test("what the last tag leaves is what the runtime enforces", () => {
  const list = fc.uniqueArray(fc.constantFrom("bash", "grep", "view", "mcp/s/*", "mcp/s/a"), { maxLength: 3 });
  const tag = fc.record({ attribute: fc.constantFrom("allow", "deny"), tools: list });
  fc.assert(
    fc.property(fc.array(tag, { maxLength: 5 }), (tags) => {
      const open = tags.map(({ attribute, tools }) => `<tool ${attribute}="${tools.join(",")}">`).join("");
      const { documents } = check([`${open}<session/>${"</tool>".repeat(tags.length)}`]);
      const [document] = documents;
      const element = document?.elements.at(-1);
      if (document === undefined || element === undefined) return;
      const last = explainTools(document, element).at(-1)?.tools;
      const enforced = effectiveTools(document, element);
      expect(last === undefined ? { allowed: null, denied: [] } : toolLists(last)).toEqual(toolLists(enforced));
    }),
  );
});

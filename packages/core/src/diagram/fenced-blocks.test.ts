import { expect, it } from "vitest";
import { contentOf, fencedBlocks } from "./fenced-blocks.ts";

it.each([
  ["one", "```bash\na\nb\n```", [["bash", "a\nb\n"]]],
  [
    "two, with their info",
    "~~~ sql db=x \na\n~~~\ntext\n````\nb\n````",
    [
      ["sql db=x", "a\n"],
      ["", "b\n"],
    ],
  ],
  ["an empty one", "```js\n```", [["js", ""]]],
  [
    "one that is indented, whose indentation is taken off",
    "  ```js\n  a\n    b\n c\n\n  ```",
    [["js", "a\n  b\nc\n\n"]],
  ],
  ["one around another", "````md\n```js\na\n```\n````", [["md", "```js\na\n```\n"]]],
  ["none that is never closed", "```js\na", []],
  ["none in a line of code", "use ```js``` here", []],
])("finds %s", (_, text, expected) => {
  expect(fencedBlocks(text).map((block) => [block.info, contentOf(text, block)])).toEqual(expected);
});

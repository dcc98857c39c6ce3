import { describe, expect, test } from "vitest";
import { documentRig } from "../testing/document-rig.ts";
import { verifies } from "../testing/verifies.ts";
import type { Handler } from "./handler.ts";

const text = async (document: string) => (await (await documentRig()).run(document)).output.text;

describe("order and scope (language.md 7.1)", () => {
  verifies(
    "definition.no-output",
    "invocation.policy-default",
    "invocation.scope",
    "lexical.attribute.unknown-ignored",
  );
  test.each([
    [
      "children come before parents, and their results stand in the tag's place",
      '<skill interface="wrap">a <skill interface="upper">b</skill> c</skill>',
      "[a B c]",
    ],
    [
      "text around skills stays as it is, white space included",
      ' x \n<skill interface="upper">y</skill>\n z ',
      " x \nY\n z ",
    ],
    [
      "definitions become nothing",
      'a<skill define="interface" name="more">x</skill>b<skill interface="upper">c</skill>',
      "abC",
    ],
    [
      "a result is literal text and never parsed again",
      '<skill interface="wrap"><skill interface="marked"/></skill>',
      '[<skill interface="fail">x</skill>]',
    ],
    ["a skipped result leaves nothing", 'a<skill interface="skipped">x</skill>b', "ab"],
    ["entities are decoded once", '<skill interface="wrap">&amp;lt; &lt;b&gt;</skill>', "[&lt; <b>]"],
    ["comments are in no scope", '<skill interface="wrap">a<!-- <skill interface="fail"/> -->b</skill>', "[ab]"],
    ["params are in no scope", '<skill interface="wrap">a<param name="p">b</param>c</skill>', "[ac]"],
    ["an unknown attribute changes nothing", '<skill interface="wrap" colour="red">a</skill>', "[a]"],
    ["tool directives are transparent", '<tool allow="view"><skill interface="upper">a</skill></tool>', "A"],
  ])("%s", async (_, document, expected) => {
    expect(await text(document)).toBe(expected);
  });

  test("nothing runs where one skill does not resolve", async () => {
    verifies("execution.resolved-first");
    verifies("resolution.before-run");
    const { run, called } = await documentRig();
    expect((await run('<skill interface="upper">a</skill><skill interface="nobody"/>')).status).toBe("refused");
    expect(called).toEqual([]);
  });

  test("under sequential each child is given the earlier results, in document order", async () => {
    verifies("execution.sequential");
    const { run } = await documentRig({
      "h-collect": ({ scope, previous }) => `${scope}(${previous.map((result) => result.text).join("+")})`,
    });
    const result = await run(
      '<skill interface="wrap" policy="sequential"><skill interface="collect">a</skill><skill interface="collect">b</skill><skill interface="collect">c</skill></skill>',
    );
    expect(result.output.text).toBe("[a()b(a())c(a()+b(a()))]");
  });

  test("independent children run side by side up to the limit, and the output is the same", async () => {
    verifies("execution.side-by-side");
    let running = 0;
    let most = 0;
    const slow: Handler = async ({ scope }) => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setImmediate(resolve));
      running--;
      return scope.toUpperCase();
    };
    const children = ["a", "b", "c", "d"].map((letter) => `<skill interface="slow">${letter}</skill>`).join("");
    const document = `<skill interface="wrap">${children}</skill>`;
    const one = await (await documentRig({ "h-slow": slow })).run(document);
    expect(most).toBe(1);
    const two = await (await documentRig({ "h-slow": slow })).run(document, { maxParallel: 2 });
    expect(most).toBe(2);
    expect(two.output.text).toBe(one.output.text);
  });
});

test("the trace tells of each node where it stands, what ran it and from which text", async () => {
  verifies("trace.node");
  const { run } = await documentRig();
  const result = await run('\n  <skill interface="upper">a</skill>');
  expect(result.nodes[0]).toMatchObject({
    name: "upper",
    implementation: "h-upper",
    package: "a",
    hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    source: { file: "a.md", line: 2, column: 3 },
    tools: { allowed: null, denied: [] },
  });
});

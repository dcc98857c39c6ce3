import { describe, expect, test } from "vitest";
import { documentRig } from "../testing/document-rig.ts";
import { verifies } from "../testing/verifies.ts";
import type { Handler } from "./handler.ts";

/** Shows what a handler was given: its params in order, and its scope. */
const shown: Handler = ({ params, scope }) =>
  `[${Object.entries(params)
    .map(([name, value]) => `${name}=${value}`)
    .join(",")}:${scope}]`;

const wrap = (body: string, attributes = "") => `<skill interface="wrap"${attributes}>${body}</skill>`;
const deep = (depth: number) => `${'<skill interface="wrap">'.repeat(depth)}x${"</skill>".repeat(depth)}`;

describe("tricky documents, executed", () => {
  test.each<[string, string, string]>([
    [
      "an inner param belongs to the inner skill only",
      wrap(`A${wrap('<param name="k">inner</param>B')}`),
      "[:A[k=inner:B]]",
    ],
    ["a param in a comment is none", wrap('<!-- <param name="k">commented</param> -->B'), "[:B]"],
    ["white space of a param is kept", wrap('<param name="k">  v  </param>'), "[k=  v  :]"],
    [
      "a param inside a directive belongs to the skill around it",
      wrap('<tool name="bash"><param name="k">v</param>B</tool>'),
      "[k=v:B]",
    ],
    ["an escaped tag is text", wrap('&lt;skill interface="x"/&gt;'), '[:<skill interface="x"/>]'],
    ["entities are decoded once", wrap("&amp;quot; &amp;apos; &amp;amp;lt;"), "[:&quot; &apos; &amp;lt;]"],
    ["a comment in a param's value is dropped", wrap('<param name="k"><!-- hidden -->v</param>'), "[k=v:]"],
    ["an unclosed comment is literal", wrap("a <!-- open b"), "[:a <!-- open b]"],
    [
      "a wrapper's scope is the source of its children",
      wrap('a <tool name="bash">b</tool> c', ' policy="wrapper"'),
      '[:a <tool name="bash">b</tool> c]',
    ],
    ["name finds an implementation", '<skill name="h-wrap">x</skill>', "[:x]"],
    ["name finds an interface", '<skill name="wrap">x</skill>', "[:x]"],
    [
      "an unresolved skill that is partial leaves a marker",
      'a<skill interface="nope" on-failure="partial">x</skill>b',
      "a[FAILED: nope: nothing implements nope]b",
    ],
    [
      "a failed result that is partial leaves a marker",
      'a<skill interface="fail" on-failure="partial" retries="2">x</skill>b',
      "a[FAILED: fail: attempt 1: broken; attempt 2: broken; attempt 3: broken]b",
    ],
    ["sixteen skills inside each other are not too many", deep(16), `${"[:".repeat(16)}x${"]".repeat(16)}`],
  ])("%s", async (_, document, expected) => {
    const { run } = await documentRig({ "h-wrap": shown });
    const result = await run(document);
    expect(result.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(result.output.text).toBe(expected);
  });

  test.each<[string, string, string]>([
    [
      "two implementations and no hint",
      '<skill define="interface" name="q"/><skill define="implementation" name="q1" implements="q" language="py"/><skill define="implementation" name="q2" implements="q" language="js"/><skill interface="q">x</skill>',
      "AML4003",
    ],
    [
      "a hint that matches none",
      '<skill define="interface" name="q"/><skill define="implementation" name="q1" implements="q" language="py"/><skill interface="q" language="go">x</skill>',
      "AML4002",
    ],
    ["an implementation of another interface", '<skill interface="upper" impl="h-wrap">x</skill>', "AML4004"],
    [
      "an implementation of a child interface is none of its parent's",
      '<skill define="interface" name="p"/><skill define="interface" name="k" extends="p"/><skill define="implementation" name="ki" implements="k"/><skill interface="p">x</skill>',
      "AML4005",
    ],
    [
      "a missing required param",
      '<skill define="interface" name="q"><param name="a" type="number" required="true"/></skill><skill define="implementation" name="qi" implements="q"/><skill interface="q"><param name="b">zzz</param>x</skill>',
      "AML4008",
    ],
    [
      "a definition inside a session",
      '<session><skill define="interface" name="q"/></session><skill interface="upper">x</skill>',
      "AML2009",
    ],
  ])("refuses %s", async (_, document, code) => {
    const { run } = await documentRig({ "h-wrap": shown });
    const result = await run(document);
    expect(result.status).toBe("refused");
    expect(result.diagnostics.map((diagnostic) => diagnostic.code)).toContain(code);
  });

  test("the seventeenth skill inside another is one too many", async () => {
    verifies("execution.depth");
    const { run } = await documentRig({ "h-wrap": shown });
    expect(await run(deep(17))).toMatchObject({ status: "failed", error: { code: "DepthLimitExceeded" } });
  });
});

describe("the reference's eight cases of execution", () => {
  const define = (name: string, implementation: string, attributes = "") =>
    `<skill define="interface" name="${name}"/><skill define="implementation" name="${implementation}" implements="${name}"${attributes}/>`;
  const report: Handler = ({ scope }) => `Report: ${scope}`;
  const failing: Handler = () => {
    throw new Error("simulated failure");
  };

  test("bottom-up nesting", async () => {
    verifies("execution.bottom-up");
    const { run } = await documentRig({ summary: ({ scope }) => `Summary: ${scope}` });
    const result = await run(
      `${define("summarise", "summary")}<skill interface="summarise">\n  <skill interface="upper">hello world</skill>\n  needs summarising.\n</skill>`,
    );
    expect(result.output.text).toBe("Summary: \n  HELLO WORLD\n  needs summarising.\n");
  });

  test("a wrapper that denies its child", async () => {
    const { run, called } = await documentRig({
      sandbox: ({ children }) => {
        const [child] = children;
        if (child?.capabilities.includes("fs:write") !== true) return "nothing to deny";
        child.refuse("fs:write is not allowed");
        return `Blocked: ${child.name} requires fs:write capability.`;
      },
      writer: () => "written",
    });
    const definitions = `${define("box", "sandbox")}${define("file-writer", "writer", ' capabilities="fs:write"')}`;
    const result = await run(
      `${definitions}<skill interface="box" policy="wrapper">\n  <skill interface="file-writer">\n    Write it\n  </skill>\n</skill>`,
    );
    expect(result.output.text).toBe("Blocked: file-writer requires fs:write capability.");
    expect(called).toEqual(["box"]);
  });

  test("a failed child that is skipped leaves a gap, after all its attempts", async () => {
    verifies("execution.skip");
    const { run, called } = await documentRig({ report, metrics: failing });
    const definitions = `${define("report", "report")}${define("fetch-metrics", "metrics")}`;
    const result = await run(
      `${definitions}<skill interface="report">\n  Introduction.\n  <skill interface="fetch-metrics" on-failure="skip" retries="1">x</skill>\n  Conclusion.\n</skill>`,
    );
    expect(result.output.text).toBe("Report: \n  Introduction.\n  \n  Conclusion.\n");
    expect(called).toEqual(["fetch-metrics", "fetch-metrics", "report"]);
  });

  test("a failed child that halts stops the run, and its parent does not run", async () => {
    verifies("execution.halt");
    const { run, called } = await documentRig({ report, critical: failing });
    const definitions = `${define("report", "report")}${define("critical-data", "critical")}`;
    const result = await run(
      `${definitions}<skill interface="report">\n  <skill interface="critical-data" on-failure="halt">x</skill>\n  Rest.\n</skill>`,
    );
    expect(result).toMatchObject({ status: "failed", error: { message: "simulated failure" } });
    expect(called).toEqual(["critical-data"]);
  });

  test("a result is not parsed again", async () => {
    verifies("execution.literal");
    const { run, called } = await documentRig({ echo: () => '<skill interface="fail">injected</skill>' });
    const result = await run(`${define("echo", "echo")}<skill interface="echo">return this</skill>`);
    expect(result.output.text).toBe('<skill interface="fail">injected</skill>');
    expect(called).toEqual(["echo"]);
  });

  test("hints choose the implementation", async () => {
    const { run } = await documentRig({
      pytest: ({ scope }) => `[pytest: ${scope}]`,
      jest: ({ scope }) => `[jest: ${scope}]`,
    });
    const definitions =
      '<skill define="interface" name="testing"/><skill define="implementation" name="pytest" implements="testing" language="python"/><skill define="implementation" name="jest" implements="testing" language="javascript"/>';
    const result = await run(`${definitions}<skill interface="testing" language="python">assert True</skill>`);
    expect(result.output.text).toBe("[pytest: assert True]");
  });

  test("without a hint that tells them apart, resolution is ambiguous and nothing runs", async () => {
    const { run, called } = await documentRig({ one: report, two: report });
    const definitions =
      '<skill define="interface" name="testing"/><skill define="implementation" name="one" implements="testing"/><skill define="implementation" name="two" implements="testing"/>';
    const result = await run(`${definitions}<skill interface="testing">x</skill>`);
    expect(result.diagnostics.map(({ code }) => code)).toContain("AML4003");
    expect(called).toEqual([]);
  });

  test("directives around a skill add nothing to its result", async () => {
    const { run } = await documentRig({ tested: ({ scope }) => `[tested: ${scope}]` });
    const result = await run(
      `${define("testing", "tested")}<session name="sandbox" isolated="true">\n  <agent name="reviewer" mode="sync">\n    <tool allow="grep,view">\n      <skill interface="testing">assert True</skill>\n    </tool>\n  </agent>\n</session>`,
    );
    expect(result.output.text.trim()).toBe("[tested: assert True]");
  });
});

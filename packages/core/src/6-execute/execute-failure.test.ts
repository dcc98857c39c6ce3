import { describe, expect, test } from "vitest";
import { documentRig } from "../testing/document-rig.ts";
import { verifies } from "../testing/verifies.ts";

describe("failure (language.md 7.2)", () => {
  verifies("invocation.on-failure-default");
  test.each([
    [
      "halt stops the run, no ancestor runs",
      '<skill interface="wrap">P<skill interface="fail">x</skill>Q</skill>',
      "failed",
      "",
    ],
    ["skip leaves nothing", 'a<skill interface="fail" on-failure="skip">x</skill>b', "done", "ab"],
    [
      "partial leaves a marker",
      'a<skill interface="fail" on-failure="partial">x</skill>b',
      "done",
      "a[FAILED: fail: broken]b",
    ],
    [
      "a halting child is not caught by an enclosing skill that skips",
      'a<skill interface="wrap" on-failure="skip">P<skill interface="fail">x</skill>Q</skill>b',
      "failed",
      "",
    ],
    [
      "it is caught by an enclosing session that skips",
      'a<session on-failure="skip"><skill interface="wrap">P<skill interface="fail">x</skill></skill></session>b',
      "done",
      "ab",
    ],
    [
      "only the failed child's output is dropped",
      '<session on-failure="skip"><skill interface="upper">a</skill><skill interface="fail"/><skill interface="upper">b</skill></session>',
      "done",
      "AB",
    ],
    [
      "a session that is partial puts a marker in its place",
      '<session on-failure="partial">\n<skill interface="fail"/></session>',
      "done",
      "\n[DIRECTIVE FAILED: broken]",
    ],
    [
      "the innermost directive catches first",
      '<session on-failure="partial"><session on-failure="skip"><skill interface="fail"/></session>x</session>',
      "done",
      "x",
    ],
    [
      "one that halts is no catcher",
      '<session on-failure="skip"><session><skill interface="fail"/></session><skill interface="upper">b</skill></session>',
      "done",
      "B",
    ],
    [
      "a tool directive in between is transparent",
      '<session on-failure="skip"><tool allow="view"><skill interface="fail"/><skill interface="upper">b</skill></tool></session>',
      "done",
      "B",
    ],
    [
      "an unresolved skill that is tolerated fails when it is reached",
      'a<session on-failure="skip"><skill interface="nope">x</skill></session>b<skill interface="upper">c</skill>',
      "done",
      "abC",
    ],
  ])("%s", async (_, document, status, expected) => {
    const { run } = await documentRig();
    const result = await run(document);
    expect(result.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(result.status).toBe(status);
    expect(result.output.text).toBe(expected);
  });

  test("partial marks the parent", async () => {
    verifies("execution.partial");
    const { run } = await documentRig();
    const result = await run('<skill interface="wrap"><skill interface="fail" on-failure="partial"/></skill>');
    expect(result.nodes.map(({ name, status }) => `${name} ${status}`)).toEqual(["fail partial", "wrap partial"]);
  });

  test("retries runs it again with the same inputs, children not again, and the error names every attempt", async () => {
    verifies("execution.retries");
    verifies("execution.attempts-told");
    let tries = 0;
    const { run, called } = await documentRig({
      "h-count": ({ scope, attempt }) => {
        if (++tries < 4) throw new Error(`try ${attempt} on ${scope}`);
        return "never";
      },
    });
    const result = await run('<skill interface="count" retries="2"><skill interface="upper">a</skill></skill>');
    expect(called).toEqual(["upper", "count", "count", "count"]);
    expect(result.error).toMatchObject({
      path: "18",
      message: "attempt 1: try 1 on A; attempt 2: try 2 on A; attempt 3: try 3 on A",
    });
    expect(result.nodes.find(({ name }) => name === "count")?.attempts.map(({ status }) => status)).toEqual([
      "failed",
      "failed",
      "failed",
    ]);
  });

  test("nothing is tried again without retries, and nothing more than ten times with more", async () => {
    verifies("invocation.retries-default", "invocation.retries-clamped");
    const { run, called } = await documentRig();
    await run('<skill interface="fail"/>');
    expect(called).toHaveLength(1);
    await run('<skill interface="fail" retries="99"/>');
    expect(called).toHaveLength(1 + 11);
  });

  test("a failed result is retried; a skipped one and a result that is no text are not", async () => {
    verifies("execution.not-retried");
    const results: unknown[] = [{ text: "no", status: "failed" }, { text: "yes" }];
    const { run, called } = await documentRig({ "h-count": () => JSON.parse(JSON.stringify(results.shift() ?? {})) });
    expect((await run('<skill interface="count" retries="1"/>')).output.text).toBe("yes");
    expect((await run('<skill interface="count" retries="5" on-failure="partial"/>')).output.text).toContain(
      "returned no text",
    );
    expect(called).toHaveLength(3);
  });

  test("a timeout fails the attempt, tells the handler by its signal, and is retried", async () => {
    verifies("execution.timeout");
    verifies("invocation.timeout-per-attempt");
    const aborted: boolean[] = [];
    const { run } = await documentRig({
      "h-slow": ({ signal, attempt }) =>
        attempt === 2
          ? "in time"
          : new Promise<string>((resolve) => {
              signal.addEventListener("abort", () => {
                aborted.push(true);
                resolve("too late");
              });
            }),
    });
    const result = await run('<skill interface="slow" timeout="0.05s" retries="1"/>');
    expect(result.output.text).toBe("in time");
    expect(aborted).toEqual([true]);
  });

  test("skills nested deeper than the limit fail, and the innermost tolerant one deals with it", async () => {
    const { run } = await documentRig({}, undefined, { maxDepth: 2 });
    const nested =
      '<skill interface="wrap"><skill interface="wrap"><skill interface="upper" on-failure="partial">x</skill></skill></skill>';
    expect((await run(nested)).output.text).toBe("[[[FAILED: upper: the depth limit of 2 skills is exceeded]]]");
  });

  test("a run-wide budget of steps stops the run, and a resume goes on from there", async () => {
    verifies("execution.budget");
    const { run, called } = await documentRig();
    const result = await run(
      '<skill interface="upper">a</skill><skill interface="upper">b</skill><skill interface="upper">c</skill>',
      { budget: { steps: 2 } },
    );
    expect(result).toMatchObject({ status: "failed", error: { code: "BudgetExceeded" } });
    expect(called).toEqual(["upper", "upper"]);
  });
});

import { describe, expect, test } from "vitest";
import { documentRig } from "../testing/document-rig.ts";
import { verifies } from "../testing/verifies.ts";

describe("wrapper: the handler decides about its children", () => {
  const document =
    '<skill interface="collect" policy="wrapper">a <skill interface="upper">b</skill> <skill interface="fail">c</skill></skill>';

  test("the scope is their source text, and none runs by itself", async () => {
    verifies("execution.wrapper");
    const { run, called } = await documentRig({ "h-collect": ({ scope }) => scope });
    expect((await run(document)).output.text).toBe(
      'a <skill interface="upper">b</skill> <skill interface="fail">c</skill>',
    );
    expect(called).toEqual(["collect"]);
  });

  test("it may run them in any order, and a failure is its own to deal with", async () => {
    const { run, called } = await documentRig({
      "h-collect": async ({ children }) => {
        const [upper, fail] = children;
        const failed = await fail?.run().catch((error: Error) => error.message);
        return `${failed} ${(await upper?.run())?.text}`;
      },
    });
    expect((await run(document)).output.text).toBe("broken B");
    expect(called).toEqual(["collect", "fail", "upper"]);
  });

  test("it may look at what a child is and refuse it, which is recorded", async () => {
    verifies("execution.wrapper-refuses");
    const { run, store } = await documentRig({
      "h-collect": ({ children }) => {
        for (const child of children) child.refuse(`${child.implementation} is not wanted`);
        return "refused";
      },
    });
    const result = await run(document);
    expect(result.output.text).toBe("refused");
    const skipped = store
      .events(result.run ?? "")
      .filter((event) => event.type === "node.finished" && event.data.status === "skipped");
    expect(skipped).toHaveLength(2);
  });

  test("a child that runs under a narrower constraint cannot use what was taken away", async () => {
    verifies("execution.wrapper-narrows");
    const { run } = await documentRig({
      "h-collect": async ({ children }) =>
        (await children[0]?.run({ allow: ["view"], deny: [], name: null }))?.text ?? "",
    });
    const bash =
      '<skill define="interface" name="list"/><skill define="implementation" name="lister" implements="list" run="bash">\n```bash\necho ran\n```\n</skill>';
    const result = await run(
      `${bash}<skill interface="collect" policy="wrapper"><skill interface="list" on-failure="partial"/></skill>`,
    );
    expect(result.output.text).toContain("[FAILED: list: bash is not allowed here]");
  });
});

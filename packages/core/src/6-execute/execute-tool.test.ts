import { describe, expect, test } from "vitest";
import { documentRig } from "../testing/document-rig.ts";
import { verifies } from "../testing/verifies.ts";

describe('run="tool"', () => {
  const counter =
    '<skill define="interface" name="lines"/><skill define="implementation" name="wc" implements="lines" run="bash">\n```bash\nwc -l; printf %s "$AML_PARAM_UNIT"\n```\n</skill>';

  test("runs the one block as written, with the scope on standard input and params as variables", async () => {
    verifies("mechanism.tool");
    const { run } = await documentRig();
    const result = await run(
      `${counter}<skill interface="lines"><param name="unit">$(touch evil)</param>a\nb\n</skill>`,
    );
    expect(result.output.text.replace(/\s+/g, " ").trim()).toBe("2 $(touch evil)");
  });

  test("is refused where the constraint does not allow the tool", async () => {
    verifies("tools.enforced");
    const { run } = await documentRig();
    expect((await run(`${counter}<tool allow="view"><skill interface="lines"/></tool>`)).status).toBe("refused");
  });

  test("fails with the command's status and is retried", async () => {
    const { run } = await documentRig();
    const flaky =
      '<skill define="interface" name="f2"/><skill define="implementation" name="flaky" implements="f2" run="bash">\n```bash\ntest "$AML_ATTEMPT" = 2 && echo ok\n```\n</skill>';
    expect((await run(`${flaky}<skill interface="f2" retries="1"/>`)).output.text).toBe("ok\n");
  });
});

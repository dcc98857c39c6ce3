import { expect, test } from "vitest";
import { createRuntime, type Runtime } from "./runtime.ts";

/** Never called: it is the compiler that tests it (docs/adr/0004). */
function leftOut(runtime: Runtime): void {
  // @ts-expect-error a runtime without a permission policy does not compile
  void createRuntime({ workspace: "/", store: "memory" });
  // @ts-expect-error a run without a trust level does not compile
  runtime.run({ file: "a.md", text: "" }, {});
}

test("safety decisions are required arguments without a default", () => {
  expect(leftOut).toBeTypeOf("function");
});

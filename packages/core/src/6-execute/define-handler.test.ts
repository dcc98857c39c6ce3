import { expect, expectTypeOf, test } from "vitest";
import { documentRig } from "../testing/document-rig.ts";
import { defineHandler, type StandardSchema } from "./define-handler.ts";

/** What a schema library would make: `{ times: number }` out of text. */
const schema: StandardSchema<{ readonly times: number }> = {
  "~standard": {
    version: 1,
    validate: (value) => {
      const times = Number(typeof value === "object" && value !== null && "times" in value ? value.times : undefined);
      return Number.isInteger(times)
        ? { value: { times } }
        : { issues: [{ message: "a whole number is expected", path: [{ key: "times" }] }] };
    },
  },
};

const repeat = defineHandler({
  params: schema,
  run: ({ scope, params }) => {
    expectTypeOf(params.times).toBeNumber();
    return scope.repeat(params.times);
  },
});

test("params are what the schema makes of them", async () => {
  const { run } = await documentRig({ "h-count": repeat });
  expect((await run('<skill interface="count"><param name="times">3</param>ab</skill>')).output.text).toBe("ababab");
});

test("params that do not fit fail the skill, naming where", async () => {
  const { run } = await documentRig({ "h-count": repeat });
  const result = await run('<skill interface="count"><param name="times">many</param>ab</skill>');
  expect(result.error?.message).toBe("params: times: a whole number is expected");
});

import { expect, test } from "vitest";
import { createRuntime } from "./runtime.ts";

const project = { name: "skills", layer: "project", folder: ".agents/skills/review" } as const;
const definitions = [
  {
    file: ".agents/skills/review/SKILL.md",
    text: '<skill define="interface" name="review"/>\n<skill define="implementation" name="reviewer" implements="review"/>\n<skill interface="nope"/>',
    package: project,
  },
];
const document = {
  file: "a.md",
  text: '<skill interface="review">f()</skill><skill impl="dde-simple">\nflowchart LR\n  A@{ label: "ok?", type: manual }\n</skill>',
};

test("a document runs with the definitions of the skills it sees; their own faults do not stop it, and a resume sees the same", async () => {
  const runtime = await createRuntime({
    permissions: null,
    workspace: process.cwd(),
    store: "memory",
    handlers: { reviewer: ({ scope }) => `reviewed ${scope}` },
  });
  const alone = await runtime.run(document, { trust: "trusted" }).result;
  expect(alone.status).toBe("refused");
  const waiting = await runtime.run({ ...document, definitions }, { trust: "trusted" }).result;
  expect(waiting.status).toBe("waiting");
  const resumed = await (await runtime.resume(waiting.run ?? "")).result;
  expect(resumed.status).toBe("waiting");
  expect(resumed.nodes[0]).toMatchObject({ name: "review", package: "skills", status: "success" });
  await runtime.close();
});

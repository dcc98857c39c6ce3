import { createPermissionPolicy, createRuntime } from "@agent-markup/core";

const runtime = await createRuntime({
  permissions: createPermissionPolicy("deny"),
  workspace: process.cwd(),
  store: ".aml/state.db",
});
const text = '<skill impl="dde-simple">\nflowchart LR\n  A@{ label: "Look at it", type: manual }\n</skill>';
const run = runtime.run({ file: "look.md", text }, { trust: "trusted" });
for await (const event of run) console.log(event.seq, event.type);
console.log((await run.result).status);
await runtime.close();

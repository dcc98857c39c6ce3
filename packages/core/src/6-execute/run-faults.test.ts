import { expect, test } from "vitest";
import { documentRig } from "../testing/document-rig.ts";
import type { ToolProvider } from "../tools/tool-provider.ts";

test("tools that cannot be ended take no run's result from it, and the record tells of them", async () => {
  const stuck: ToolProvider = {
    serves: () => false,
    find: () => ({ missing: "there is none", diagnostics: [] }),
    endRun: () => Promise.reject(new Error("the server does not end")),
  };
  const { run, store } = await documentRig({}, undefined, { toolProviders: [stuck] });
  const result = await run('<skill interface="upper">a</skill>');
  expect(result.status).toBe("done");
  const notes = [...store.events(result.run ?? "")].filter(({ type }) => type === "note.recorded");
  expect(notes).toMatchObject([{ data: { message: "the server does not end" } }]);
});

test("a fault stops what runs beside it before the run ends", async () => {
  const told: string[] = [];
  const { run, store } = await documentRig(
    {
      "h-count": ({ signal }) =>
        new Promise((resolve) => {
          signal.addEventListener("abort", () => {
            told.push("stopped");
            resolve("late");
          });
        }),
    },
    undefined,
    {},
  );
  const append = store.append.bind(store);
  store.append = (lease, events) => {
    if (events.some((event) => event.type === "node.finished")) throw new Error("the store is gone");
    return append(lease, events);
  };
  const text = '<skill interface="count"/><skill interface="upper">a</skill>';
  await expect(run(text, { maxParallel: 2 })).rejects.toThrow("the store is gone");
  expect(told).toEqual(["stopped"]);
});

import { expect, test } from "vitest";
import { background } from "./background.ts";

test("a fault before anybody asks ends no process, and is told when somebody does", async () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => unhandled.push(reason);
  process.on("unhandledRejection", note);
  const agents = background();
  agents.start(() => Promise.reject(new Error("lost")));
  // An unhandled rejection is told of once the microtasks of its turn have run.
  await new Promise((resolve) => setImmediate(resolve));
  process.off("unhandledRejection", note);
  expect(unhandled).toEqual([]);
  await expect(agents.all()).rejects.toThrow("lost");
  await expect(agents.settled()).resolves.toBeUndefined();
});

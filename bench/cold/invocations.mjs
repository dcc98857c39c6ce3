// Runs a document of many invocations in memory, and prints what that took.
import { createRuntime } from "@agent-markup/core";
import { median } from "../measure.mjs";

const count = 10_000;
const definitions =
  '<skill define="interface" name="i"/><skill define="implementation" name="nothing" implements="i"/>\n';
const text = definitions + Array.from({ length: count }, (_, at) => `<skill interface="i">${at}</skill>`).join("\n");

const idleMegabytes = process.resourceUsage().maxRSS / 1024;

/** @type {number[]} */
const called = [];
const nothing = () => {
  called.push(performance.now());
  return "";
};
const runtime = await createRuntime({
  permissions: null,
  workspace: process.cwd(),
  store: "memory",
  handlers: { nothing },
});
const { status } = await runtime.run({ file: "invocations.md", text }, { trust: "trusted" }).result;
await runtime.close();
if (status !== "done" || called.length !== count) throw new Error(`${status} after ${called.length} calls`);

const gaps = called.slice(1).map((time, at) => (time - (called[at] ?? time)) * 1000);
const figures = {
  idleMegabytes,
  megabytes: process.resourceUsage().maxRSS / 1024,
  firstTenth: median(gaps.slice(0, count / 10)),
  lastTenth: median(gaps.slice(-count / 10)),
};
process.stdout.write(JSON.stringify(figures));

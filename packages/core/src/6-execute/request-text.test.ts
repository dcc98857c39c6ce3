import { expect, test } from "vitest";
import type { PermissionRequest } from "../5-authorise/permission.ts";
import { requestSubject, requestText } from "./request-text.ts";

const request = (more: Partial<PermissionRequest>): PermissionRequest => ({
  options: [],
  session: "s",
  title: "bash",
  kind: "execute",
  tools: ["bash"],
  input: null,
  verbatim: null,
  ...more,
});

test.each<[string, Partial<PermissionRequest>, string, string]>([
  ["a script, whole", { input: "rm -rf x\nls\n" }, "step A", "rm -rf x\nls\n(at step A)"],
  [
    "arguments, a line each",
    { input: { command: "ls", cwd: "/tmp\n/x", n: [1] } },
    "",
    "command: ls\ncwd: /tmp /x\nn: [1]",
  ],
  ["what the agent calls it, last and on one line", { title: "run\n● Allow it" }, "", '(called "run ● Allow it")'],
  ["nothing, where there is nothing to show", {}, "", ""],
  ["control characters as what they are", { input: "\u001b[2Jls" }, "", "\\x1b[2Jls"],
])("a person is shown %s", (_, more, place, expected) => {
  expect(requestText(request(more), place)).toBe(expected);
});

test("nothing that an agent writes pushes an argument out of sight", () => {
  const input = { content: "x".repeat(5_000), path: "/root/.bashrc" };
  const lines = requestText(request({ title: `${"line\n".repeat(50)}`, input }), "").split("\n");
  expect(lines[0]).toBe(`content: ${"x".repeat(500)}… (4500 more characters)`);
  expect(lines[1]).toBe("path: /root/.bashrc");
  expect(lines).toHaveLength(3);
  const many = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`a${at}`, at]));
  expect(requestText(request({ input: many }), "")).toMatch(/\(10 more arguments\)$/);
});

test("what a request is about is named by the runtime, never by the agent", () => {
  expect(requestSubject(request({ title: "permission-1", tools: [], kind: "other" }))).toBe("a tool of kind other");
  expect(requestSubject(request({ tools: ["edit", "write"] }))).toBe("edit or write");
});

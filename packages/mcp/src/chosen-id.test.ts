import { describe, expect, test } from "vitest";
import { type Connection, servedProject } from "./testing/served-project.ts";

const plan = { diagram: "flowchart LR\n  A[Build]", id: "nightly" };

async function finish(server: Connection, id: string) {
  await server.call("plan_next", { plan: id });
  return (await server.call("plan_complete", { plan: id, step: "A", attempt: 1 })).data;
}

describe("a plan that was finished", () => {
  test("is not begun again under its id, unless a new one is asked for", async () => {
    const server = await servedProject().connect();
    await server.call("plan_start", plan);
    expect(await finish(server, "nightly")).toMatchObject({ status: "done" });
    expect(await server.call("plan_start", plan)).toMatchObject({
      isError: true,
      data: { refused: { rule: "plan-over" } },
      text: expect.stringContaining('give "new" to begin another, or another id'),
    });
    expect((await server.call("plan_start", { ...plan, new: true })).data).toMatchObject({
      plan: "nightly--2",
      ready: ["A"],
    });
    expect(await server.call("plan_start", plan)).toMatchObject({ isError: false, data: { plan: "nightly--2" } });
    expect(await finish(server, "nightly--2")).toMatchObject({ status: "done" });
  });

  test("is followed by no other diagram under its id, even where a new one is asked for", async () => {
    const server = await servedProject().connect();
    await server.call("plan_start", plan);
    await finish(server, "nightly");
    const other = { ...plan, diagram: "flowchart LR\n  A[Burn]", new: true };
    expect(await server.call("plan_start", other)).toMatchObject({
      isError: true,
      data: { refused: { rule: "other-diagram" } },
      text: expect.stringMatching(/its hash is [0-9a-f]{64}, that of the one given is [0-9a-f]{64}/),
    });
  });
});

test("a plan that is not finished is not doubled where a new one is asked for", async () => {
  const project = servedProject();
  const server = await project.connect();
  await server.call("plan_start", plan);
  expect(await server.call("plan_start", { ...plan, new: true })).toMatchObject({
    isError: true,
    data: { refused: { rule: "plan-unfinished" } },
  });
  expect(project.runs()).toHaveLength(1);
});

test("a plan that aml run drives is not an agent's to follow under its id", async () => {
  const project = servedProject({ "a.mmd": "flowchart LR\n  A@{ label: Look, type: manual }" });
  expect(project.aml("run", "a.mmd", "--trust", "trusted", "--design-id", "nightly").status).toBe(3);
  const server = await project.connect();
  expect(await server.call("plan_start", { file: "a.mmd", id: "nightly" })).toMatchObject({
    isError: true,
    data: { refused: { rule: "not-guided" } },
  });
});

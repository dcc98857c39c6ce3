import { describe, expect, test } from "vitest";
import { servedProject } from "./testing/served-project.ts";

const document = `---
params:
  version: { type: string, default: "1.0" }
---
<tool deny="bash">
<skill impl="dde-simple">
flowchart LR
  A[Write] --> B[Read]
<step node="A">Write about {version}.</step>
</skill>
</tool>
`;

describe("plan_start", () => {
  test("follows a document of the project: its steps, its tools and its params", async () => {
    const server = await servedProject({ "docs/write.md": document }).connect();
    const started = await server.call("plan_start", { file: "docs/write.md" });
    const { plan } = started.data;
    expect(plan).toMatch(/^write-[a-z0-9]{8}-0-0$/);
    expect((await server.call("plan_next", { plan })).data.step).toMatchObject({
      brief: 'Write about the data block "value of version".',
      data: [{ text: "1.0" }],
      tools: { allowed: null, denied: ["bash"] },
    });
  });

  test("follows the text of a document, with params held against what it declares", async () => {
    const server = await servedProject().connect();
    const started = await server.call("plan_start", { document, id: "doc", params: { version: "2.0" } });
    expect(started.data).toMatchObject({ plan: "doc", ready: ["A"] });
    expect((await server.call("plan_next", { plan: "doc" })).text).toContain("2.0");
    expect(await server.call("plan_start", { document, params: { vresion: "2.0" } })).toMatchObject({
      isError: true,
      data: { refused: { rule: "unusable-document" } },
    });
  });

  test("follows a mermaid file", async () => {
    const server = await servedProject({ "a.mmd": "flowchart LR\n  A --> B" }).connect();
    expect((await server.call("plan_start", { file: "a.mmd", id: "a" })).data).toMatchObject({ ready: ["A"] });
  });

  test.each([
    ["nothing", {}, 'exactly one of "diagram", "document" and "file"; 0 were given'],
    ["two", { diagram: "flowchart LR\n A", file: "a.mmd" }, "2 were given"],
    ["steps beside a document", { document, steps: [] }, 'go with "diagram" only'],
    ["an unknown file", { file: "no.mmd" }, "no.mmd cannot be read: there is no such file"],
    ["a folder", { file: "." }, "a folder"],
    ["a file outside the project", { file: "../x.mmd" }, "outside the workspace"],
    ["the project's state", { file: ".aml/state.db" }, "belongs to the runtime"],
    ["a diagram that is none", { diagram: "hello" }, "error[AML7"],
    ["a document without a diagram", { document: "Hello." }, "error[AML"],
    ["a step that names no node", { diagram: "flowchart LR\n  A", steps: [{ node: "B" }] }, "step B:1:1: error[AML7"],
    [
      "a document with two diagrams",
      {
        document:
          '<skill impl="dde-simple">\nflowchart LR\n A\n</skill>\n<skill impl="dde-simple">\nflowchart LR\n A\n</skill>',
      },
      "is not one diagram: it runs the diagram of dde-simple, the diagram of dde-simple",
    ],
  ])("refuses %s, and writes nothing", async (_, input, words) => {
    const project = servedProject();
    const server = await project.connect();
    const refused = await server.call("plan_start", input);
    expect(refused).toMatchObject({ isError: true, text: expect.stringContaining(words) });
    expect(project.runs()).toEqual([]);
  });
});

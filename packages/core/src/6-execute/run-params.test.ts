import { describe, expect, it, test } from "vitest";
import { openStore } from "../store/open-store.ts";
import { verifies } from "../testing/verifies.ts";
import { createRuntime, type Run } from "./runtime.ts";

const said = `<skill impl="dde-simple">
flowchart LR
  A@{ label: "Say", type: tool, run: "echo $AML_PARAM_VERSION $AML_PARAM_LEVEL" }
</skill>
`;
const declarations = `---
params:
  version: { required: true }
  level: { type: enum, values: [patch, minor], default: patch }
  retries: { type: number }
---
`;

async function run(text: string, params: Record<string, string>) {
  const store = await openStore("memory");
  const runtime = await createRuntime({ permissions: null, workspace: process.cwd(), store });
  const started: Run = runtime.run({ file: "a.md", text }, { trust: "trusted", params });
  return { started, store, result: await started.result };
}

test("given params are filled up with defaults, told to the steps and recorded with the run", async () => {
  verifies("params.front-matter");
  const { store, result } = await run(declarations + said, { version: "2" });
  expect(result.status).toBe("done");
  expect(result.output.text).toContain("2 patch");
  const first = store.events(result.run ?? "")[0];
  expect(first).toMatchObject({ type: "run.started", data: { params: { version: "2", level: "patch" } } });
  expect(store.getRun(result.run ?? "")?.options).toMatchObject({ params: { version: "2", level: "patch" } });
});

describe("a run whose params are not as declared is refused, and nothing is recorded", () => {
  it.each([
    ["one that is required is missing", {}, "AML6206", /--param version=/],
    ["one is not declared", { version: "1", levle: "minor" }, "AML6205", /`level`/],
    ["one has the name of a built-in member", { version: "1", toString: "x" }, "AML6205", /version/],
    ["one is no value of its enum", { version: "1", level: "major" }, "AML6207", /patch, minor/],
    ["one is of another type", { version: "1", retries: "often" }, "AML6207", /^$/],
  ])("%s", async (_, params, code, help) => {
    const { store, result } = await run(declarations + said, params);
    expect(result).toMatchObject({ run: null, status: "refused" });
    expect(result.diagnostics.map((found) => found.code)).toEqual([code]);
    expect(result.diagnostics[0]?.help ?? "").toMatch(help);
    expect(store.listRuns()).toEqual([]);
  });

  it("declarations that are wrong are told alone: what they mean for the values is not known", async () => {
    const { result } = await run(`---\nparams: { a: { type: int } }\n---\n${said}`, { b: "1" });
    expect(result.diagnostics.map((found) => found.code)).toEqual(["AML2018"]);
  });

  it("the value that does not fit is not repeated: it may be a secret", async () => {
    const { result } = await run(declarations + said, { version: "1", retries: "s3cret" });
    expect(JSON.stringify(result.diagnostics)).not.toContain("s3cret");
  });
});

test("a document that declares an empty list takes none", async () => {
  const { result } = await run(`---\nparams: []\n---\n${said}`, { version: "1" });
  expect(result.diagnostics.map((found) => found.code)).toEqual(["AML6205"]);
});

test("a document that declares none takes any", async () => {
  const { result } = await run(said, { version: "1", level: "x" });
  expect(result).toMatchObject({ status: "done", output: { text: expect.stringContaining("1 x") } });
});

describe("a param of a contract", () => {
  const contract = `<skill define="contract" name="release-plan"><field name="steps" type="number" required/></skill>\n`;
  const document = `---\nparams: { plan: { type: "contract:release-plan" } }\n---\n${contract}${said}`;
  it.each([
    ["keeps the contract", '{"steps": 2}', []],
    ["is no JSON", "{", ["AML6207"]],
    ["breaks the contract", '{"steps": "two"}', ["AML6207"]],
  ])("%s", async (_, plan, codes) => {
    expect((await run(document, { plan })).result.diagnostics.map(({ code }) => code)).toEqual(codes);
  });

  it("names one that there is not: refused", async () => {
    const { result } = await run(`---\nparams: { plan: { type: "contract:none" } }\n---\n${said}`, {});
    expect(result.diagnostics.map(({ code }) => code)).toEqual(["AML3008"]);
  });
});

test("a run of a document that declares params can be stopped before it began, and its events be read", async () => {
  const store = await openStore("memory");
  const runtime = await createRuntime({ permissions: null, workspace: process.cwd(), store });
  const started = runtime.run(
    { file: "a.md", text: declarations + said },
    { trust: "trusted", params: { version: "1" } },
  );
  started.cancel("kim");
  const types: string[] = [];
  for await (const event of started) types.push(event.type);
  expect((await started.result).status).toBe("cancelled");
  expect(types.at(-1)).toBe("run.finished");
  await runtime.close();
});

test("an id that a host may not choose is refused before anything is written", async () => {
  const store = await openStore("memory");
  const runtime = await createRuntime({ permissions: null, workspace: process.cwd(), store });
  expect(() => runtime.run({ file: "a.md", text: said }, { trust: "trusted", id: "../x" })).toThrow(TypeError);
  expect(store.listRuns()).toEqual([]);
});

import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { createPermissionPolicy } from "../5-authorise/permission-policy.ts";
import type { Event } from "../journal/events.ts";
import { type DocumentRig, documentRig } from "../testing/document-rig.ts";
import { verifies } from "../testing/verifies.ts";
import { allCapabilities, type Tool, tool } from "../tools/tool.ts";
import type { ToolProvider } from "../tools/tool-provider.ts";
import type { Handler } from "./handler.ts";
import type { RunResult } from "./run-result.ts";

describe("in the source", () => {
  const root = fileURLToPath(new URL("../../../", import.meta.url));
  const sources = readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((file) => /^\w[\w-]*\/src\/.+\.ts$/.test(file) && !/\.test\.ts$|\/testing\//.test(file))
    .map((file) => ({ file, text: readFileSync(`${root}${file}`, "utf8") }));
  const found = (within: RegExp, pattern: RegExp) =>
    sources
      .filter(({ file }) => within.test(file))
      .flatMap(({ file, text }) =>
        [...text.matchAll(pattern)].map(([match]) => `${file}: ${match.replace(/\s+/g, "")}`),
      );

  test("a tool's work is called in one place", () => {
    // Statements of SQLite have a `run` too, and so have runtimes, the tasks that may go on at a time, and commands.
    const calls = found(
      /^(?!core\/src\/(store|tools\/sql)\/|cli\/src\/program\.ts)/,
      /[\w$]*[^\w\s]?\s*\.\s*run\s*(?:\?\.)?\(/g,
    );
    const others = calls.filter((call) => !/: (tasks|runtime)\.run\($/.test(call));
    expect(others).toEqual(["core/src/6-execute/tool-step.ts: tool.run("]);
  });

  test("a tool's work is never taken from the tool to be called elsewhere", () => {
    const taken = found(/^core\/src\//, /\{[^{}]*\brun\b[^{}]*\}\s*=\s*\w*[tT]ool\b|\b[tT]ool\??\.run\b(?!\()/g);
    expect(taken).toEqual([]);
  });
});

const skill = (diagram: string, steps: string) =>
  `<skill impl="dde-advanced">\nflowchart LR\n  ${diagram}\n${steps}\n</skill>`;
const step = (node: string, attributes: string, block = "```bash\nwork\n```") =>
  `<step node="${node}" ${attributes}>\n${block}\n</step>`;
const command =
  '<skill define="interface" name="work"/><skill define="implementation" name="w" implements="work" run="bash">\n```bash\nwork\n```\n</skill>';
const ofServer = "```json\n{}\n```";
const branches = `${step("B", 'type="prompt"', "Go on.")}${step("C", 'type="prompt"', "Go on.")}`;

const running: Handler = async ({ children }) => {
  const texts: string[] = [];
  for (const child of children) texts.push((await child.run()).text);
  return texts.join("");
};

/** Every way from a document to a tool, and how often each calls it. */
const ways = [
  { way: "a step's block", document: skill("A", step("A", 'type="tool"')), calls: ["bash"] },
  { way: "an annotation of the diagram", document: skill('A@{ type: tool, run: "work" }', ""), calls: ["bash"] },
  {
    way: "a step that is verified",
    document: skill("A", step("A", 'type="tool" verify="check"')),
    calls: ["bash", "bash"],
  },
  {
    way: "an agent's step that is verified",
    document: skill("A", step("A", 'type="prompt" verify="check"', "Do it.")),
    calls: ["bash"],
  },
  {
    way: "a gate",
    document: skill("G{ok?} -->|pass| B\n  G -->|fail| C", step("G", 'type="gate"') + branches),
    calls: ["bash"],
  },
  { way: "a loop", document: skill("A", step("A", 'type="loop" max_iter="3"')), calls: ["bash", "bash", "bash"] },
  {
    way: "a block of arguments",
    document: skill("A", step("A", 'type="tool" tools="notes"', "```json\n{}\n```")),
    calls: ["notes"],
  },
  {
    way: "a tool of a server",
    document: skill("A", step("A", 'type="tool" tools="mcp/a/b"', ofServer)),
    calls: ["mcp/a/b"],
  },
  { way: 'a definition with run="bash"', document: `${command}<skill interface="work">x</skill>`, calls: ["bash"] },
  {
    way: "a child that a handler runs",
    document: `${command}<skill interface="wrap" policy="wrapper"><skill interface="work">x</skill></skill>`,
    calls: ["bash"],
  },
  {
    way: "a diagram that a handler runs",
    document: `<skill interface="wrap" policy="wrapper">${skill("A", step("A", 'type="tool"'))}</skill>`,
    calls: ["bash"],
  },
];

interface Spied extends DocumentRig {
  /** Each call of a tool, and what the journal said last when it was made. */
  readonly calls: { readonly tool: string; readonly after: Event | undefined }[];
  events(result: RunResult): readonly Event[];
}

/** Tools that do nothing but note that they were called. */
async function spied(policy: "deny" | "allow_once", handler: Handler = running): Promise<Spied> {
  const calls: Spied["calls"] = [];
  let latest: () => Event | undefined = () => undefined;
  const spy = (name: string): Tool =>
    tool(name, allCapabilities, async () => {
      calls.push({ tool: name, after: latest() });
      return { output: { text: "" }, exitCode: 0 };
    });
  const provider: ToolProvider = {
    serves: (name) => name === "mcp/a/b",
    find: spy,
    endRun: async () => {},
  };
  const rig = await documentRig({ "h-wrap": handler }, () => '{"status": "done", "summary": "did it"}', {
    tools: new Map(["bash", "notes"].map((name) => [name, spy(name)])),
    toolProviders: [provider],
    permissions: createPermissionPolicy(policy),
    defaultAgent: "worker",
  });
  latest = () => rig.store.events(rig.store.listRuns()[0]?.id ?? "").at(-1);
  return { ...rig, calls, events: ({ run }) => rig.store.events(run ?? "") };
}

const ofType = <Type extends Event["type"]>(events: readonly Event[], type: Type) =>
  events.filter((event): event is Extract<Event, { type: Type }> => event.type === type);

describe.each(ways)("$way", ({ document, calls: expected }) => {
  test("calls the tool right after the policy allowed it, and the call is recorded", async () => {
    verifies("mechanism.one-gate");
    const { run, calls, events } = await spied("allow_once");
    const result = await run(document);
    expect(result.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(calls.map((call) => call.tool)).toEqual(expected);
    for (const { tool: name, after } of calls) {
      expect(after).toMatchObject({
        type: "permission.decided",
        data: { request: { tools: [name] }, decision: { allows: true } },
      });
    }
    expect(ofType(events(result), "tool.finished").map(({ data }) => data.tool)).toEqual(expected);
  });

  test("does not call the tool that the policy refuses, and that is recorded", async () => {
    const { run, calls, events } = await spied("deny");
    const result = await run(document);
    expect(calls).toEqual([]);
    const [decided] = ofType(events(result), "permission.decided");
    expect(decided).toMatchObject({ data: { request: { tools: [expected[0]] }, decision: { allows: false } } });
    expect(ofType(events(result), "tool.finished")).toEqual([]);
  });

  test("does not reach the tool where the constraint denies it", async () => {
    const { run, calls } = await spied("allow_once");
    expect((await run(`<tool deny="bash,notes,mcp/a/b">${document}</tool>`)).status).toBe("refused");
    expect(calls).toEqual([]);
  });
});

test("a constraint that a handler puts on a child at run time holds at the gate", async () => {
  const outcomes: string[] = [];
  const { run, calls } = await spied("allow_once", async ({ children }) => {
    const narrower = { allow: null, deny: ["bash"], name: null };
    outcomes.push(
      await (children[0]?.run(narrower) ?? Promise.reject(new Error("no child"))).then(
        () => "it ran",
        (error: Error) => error.message,
      ),
    );
    return "";
  });
  await run(`${command}<skill interface="wrap" policy="wrapper"><skill interface="work">x</skill></skill>`);
  expect(outcomes).toEqual([expect.stringContaining("bash is not allowed here")]);
  expect(calls).toEqual([]);
});

test("a tool of a server is not had by a document that is not trusted", async () => {
  const { run, calls } = await spied("allow_once");
  const result = await run(skill("A", step("A", 'type="tool" tools="mcp/a/b"', ofServer)), { trust: "semi-trusted" });
  expect(result.status).toBe("refused");
  expect(result.diagnostics).toContainEqual(
    expect.objectContaining({ code: "AML5108", help: expect.stringContaining("only in a trusted run") }),
  );
  expect(calls).toEqual([]);
});

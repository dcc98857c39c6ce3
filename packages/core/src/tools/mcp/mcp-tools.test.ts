// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders of .mcp.json are meant as they stand
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { processesWithMarker } from "../../process/marker.ts";
import { toolWorkspace } from "../../testing/tool-workspace.ts";
import type { ToolCall, ToolContext } from "../tool.ts";
import { mcpTools } from "./mcp-tools.ts";

const { folder, context, file, remove } = toolWorkspace();
afterAll(remove);

const fixture = fileURLToPath(new URL("fixtures/server.mjs", import.meta.url));
const log = join(folder, "log");
const server = (mode = "", more = {}) => ({ command: process.execPath, args: [fixture, mode, log], ...more });
file(
  ".mcp.json",
  JSON.stringify({
    mcpServers: {
      fixture: server("", { env: { GIVEN: "${AML_TEST_GIVEN:-by default}" } }),
      silent: server("silent"),
      dies: server("dies"),
      floods: server("floods"),
      gone: { command: "no-such-program" },
      secret: server("", { env: { TOKEN: "${AML_TEST_NOT_SET}" } }),
      broken: { command: 7 },
    },
  }),
);

const provider = mcpTools({ file: join(folder, ".mcp.json") });
const events = () => (existsSync(log) ? readFileSync(log, "utf8").trimEnd().split("\n") : []);

function call(tool: string, given: ToolCall = {}, more: Partial<ToolContext> = {}) {
  const found = provider.find(`mcp/fixture/${tool}`.replace("mcp/fixture/mcp/", "mcp/"));
  if ("missing" in found) throw new Error(found.missing);
  return found.run(given, { ...context, ...more });
}

afterEach(async () => {
  await provider.endRun(context.run);
  expect(processesWithMarker(context.marker)).toEqual([]);
  rmSync(log, { force: true });
  vi.unstubAllEnvs();
});

describe("a tool is found by its name", () => {
  test("without starting anything, and can do everything unless it is said what", () => {
    expect(provider.find("mcp/fixture/echo")).toMatchObject({
      name: "mcp/fixture/echo",
      capabilities: expect.arrayContaining(["exec", "net:write"]),
    });
    const capabilities = { "mcp/fixture/*": ["net:read"], "mcp/fixture/sum": ["pure"] } as const;
    const limited = mcpTools({ file: join(folder, ".mcp.json"), capabilities });
    expect(limited.find("mcp/fixture/echo")).toMatchObject({ capabilities: ["net:read"] });
    expect(limited.find("mcp/fixture/sum")).toMatchObject({ capabilities: ["pure"] });
    expect(events()).toEqual([]);
  });

  test("of a server that is not configured it is told which there are, and what is wrong in the file", () => {
    expect(provider.find("mcp/other/echo")).toMatchObject({
      missing:
        ".mcp.json has no MCP server other that can be used; there are: fixture, silent, dies, floods, gone, secret",
      diagnostics: [{ code: "AML5120", file: ".mcp.json" }],
    });
  });

  test("where there is no file, and where it cannot be read, that is told", () => {
    expect(mcpTools({ file: join(folder, "none/.mcp.json") }).find("mcp/a/b")).toMatchObject({
      missing: expect.stringContaining("the project has no .mcp.json"),
    });
    expect(mcpTools({ file: folder }).find("mcp/a/b")).toMatchObject({
      missing: expect.stringContaining("cannot be read (EISDIR)"),
    });
  });

  test("a wildcard is no tool", () => {
    expect(provider.find("mcp/fixture/*")).toMatchObject({ missing: expect.stringContaining("call one") });
    expect([provider.serves("mcp/a/b"), provider.serves("bash"), provider.serves("mcp/a")]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe("a call that fails", () => {
  test.each([
    ["mcp/gone/x", "not-started", "no-such-program was not found"],
    ["mcp/secret/x", "not-started", "${AML_TEST_NOT_SET} of the MCP configuration is not set"],
    ["mcp/dies/x", "failed", "the MCP server dies: it ended with exit status 2: no licence was found"],
    ["mcp/floods/x", "failed", "the MCP server floods: "],
    ["none", "refused", "the MCP server fixture has no tool none; it has: echo, sum, scope, given, fails"],
    ["fails", "failed", "the issue is closed"],
    ["crash", "failed", "the MCP server fixture: it ended with exit status 3: out of order"],
  ])("%s", async (tool, code, message) => {
    expect((await call(tool, { block: "{}" })).failure).toEqual({ code, message: expect.stringContaining(message) });
  });

  test("because its arguments are none starts nothing", async () => {
    expect((await call("echo", { block: "{" })).failure?.code).toBe("refused");
    expect(events()).toEqual([]);
  });

  test("at its time limit, and the server is told and goes on", async () => {
    const result = await call("hang", { block: "{}" }, { timeoutMs: 2_000 });
    expect(result).toMatchObject({
      timedOut: true,
      failure: { code: "timeout", message: "the time limit of 2000 ms passed" },
    });
    await vi.waitFor(() => expect(events()).toContain("notifications/cancelled"), 10_000);
    expect((await call("echo", { block: '{"text": "on"}' })).output.text).toBe("on");
    expect(events().filter((event) => event.startsWith("started"))).toHaveLength(1);
  });

  test("at its time limit while the server does not answer at all", async () => {
    expect((await call("mcp/silent/x", {}, { timeoutMs: 200 })).failure?.code).toBe("timeout");
  });

  test("when the run is stopped", async () => {
    const stop = new AbortController();
    const running = call("hang", { block: "{}" }, { signal: stop.signal });
    await vi.waitFor(() => expect(events()).toContain("tools/call"), 10_000);
    stop.abort();
    expect((await running).failure).toEqual({ code: "aborted", message: "the run was stopped" });
  });

  test("does not keep another attempt from a server that ended", async () => {
    expect((await call("crash", { block: "{}" })).failure?.code).toBe("failed");
    expect((await call("count", { block: "{}" })).output.text).toBe("1");
  });
});

describe("a call", () => {
  test("is initialize, tools/list page by page, and tools/call; the server stays for the next one", async () => {
    expect((await call("count", { block: "{}" })).output.text).toBe("1");
    expect((await call("count", { block: "{}" })).output.text).toBe("2");
    const methods = events().filter((event) => !event.startsWith("started"));
    expect(methods).toEqual([
      "initialize",
      "notifications/initialized",
      "tools/list",
      "tools/list",
      "tools/call",
      "tools/call",
    ]);
  });

  test("is answered though the server ends right after it", async () => {
    expect((await call("last", { block: "{}" })).output.text).toBe("goodbye");
  });

  test("side by side with another starts one server", async () => {
    const results = await Promise.all([call("count", { block: "{}" }), call("count", { block: "{}" })]);
    expect(results.map(({ output }) => output.text).sort()).toEqual(["1", "2"]);
  });

  test("of another run goes to another process", async () => {
    await call("count", { block: "{}" });
    expect((await call("count", { block: "{}" }, { run: "run-2" })).output.text).toBe("1");
    await provider.endRun("run-2");
  });

  test("has the values of its block filled in after parsing", async () => {
    const outputs = { A: { text: 'a "quoted" {name}' } };
    const result = await call("echo", { block: '{"text": "{steps.A.output}"}', stdin: "" }, { outputs });
    expect(result.output.text).toBe('a "quoted" {name}');
  });

  test("with params makes them what the tool asks for, and leaves out a scope that it does not take", async () => {
    const params = { a: "1", b: "2", exact: "true", input: "the scope" };
    const result = await call("sum", { arguments: params, stdin: "the scope" });
    expect(result.output).toEqual({ text: '{"sum":3,"exact":true}', json: { sum: 3, exact: true } });
    expect((await call("given", { arguments: { a: "1", input: "x" }, stdin: "x" })).output.text).toBe('{"a":"1"}');
  });

  test("gives the scope to a tool that takes it", async () => {
    expect((await call("scope", { arguments: { input: "the scope" }, stdin: "the scope" })).output.text).toBe(
      "scope: the scope",
    );
    expect((await call("scope", { block: "{}", stdin: "the scope" })).output.text).toBe("scope: the scope");
    expect((await call("scope", { block: '{"input": "own"}', stdin: "the scope" })).output.text).toBe("scope: own");
  });

  test("gives what is text of the reply, and tells what is not", async () => {
    const result = await call("picture", { block: "{}" });
    expect(result.output.text).toBe("one\nfrom a file");
    expect(result.warnings).toEqual(["image of the type image/png in the reply is left out"]);
  });

  test("gives no more than the output may be", async () => {
    const { output } = await call("echo", { block: `{"text": "${"x".repeat(100)}"}` }, { outputLimit: 10 });
    expect(output).toEqual({ text: "xxxxx\n[... 90 bytes cut ...]\nxxxxx", truncated: 90 });
  });
});

describe("a server", () => {
  test("runs in the project, with the run's marker, what is configured, and no other variables", async () => {
    vi.stubEnv("AML_TEST_SECRET", "secret");
    const { output } = await call("where", { block: "{}" });
    const { cwd, env } = JSON.parse(output.text);
    expect(cwd).toBe(folder);
    expect(env).toMatchObject({ GIVEN: "by default", AML_RUN_MARKER: context.marker });
    expect(env).not.toHaveProperty("AML_TEST_SECRET");
  });

  test("ends with the run, by the end of its input, and so does what it started in a session of its own", async () => {
    const pid = Number((await call("leave", { block: "{}" })).output.text);
    expect(processesWithMarker(context.marker)).toContain(pid);
    await provider.endRun(context.run);
    expect(processesWithMarker(context.marker)).toEqual([]);
    expect(events()).toContain("input ended");
  });

  test("that ended by itself leaves nothing behind either", async () => {
    const pid = Number((await call("leave", { block: "{}" })).output.text);
    await call("crash", { block: "{}" });
    await call("count", { block: "{}" });
    await provider.endRun(context.run);
    expect(processesWithMarker(context.marker)).not.toContain(pid);
  });

  test("that is still starting when the run ends is ended", async () => {
    const running = call("mcp/silent/x");
    await vi.waitFor(() => expect(events()).toContain("initialize"), 10_000);
    await provider.endRun(context.run);
    expect((await running).failure?.code).toBe("aborted");
    expect(processesWithMarker(context.marker)).toEqual([]);
  });
});

test("the file is read when a tool is first looked up, not before", () => {
  const late = join(folder, "late.json");
  const lazy = mcpTools({ file: late });
  writeFileSync(late, JSON.stringify({ mcpServers: { a: { command: "a" } } }));
  expect(lazy.find("mcp/a/b")).toMatchObject({ name: "mcp/a/b" });
});

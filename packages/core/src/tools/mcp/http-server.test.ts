// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders of .mcp.json are meant as they stand
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { toolWorkspace } from "../../testing/tool-workspace.ts";
import type { Tool } from "../tool.ts";
import { mcpTools } from "./mcp-tools.ts";

const { context, file, remove } = toolWorkspace();
afterAll(remove);
afterEach(() => void vi.unstubAllEnvs());

interface Asked {
  readonly method: string | undefined;
  readonly message: {
    readonly id?: number;
    readonly method?: string;
    readonly params?: { readonly arguments?: unknown };
  };
  readonly headers: IncomingMessage["headers"];
}

type Answer = (asked: Asked, response: ServerResponse) => void;

/** A server on loopback, and a tool of it. */
async function serve(answer: Answer): Promise<{ readonly echo: Tool; readonly asked: Asked[]; end(): Promise<void> }> {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const one = { method: request.method, headers: request.headers, message: JSON.parse(body === "" ? "{}" : body) };
    asked.push(one);
    answer(one, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new TypeError("the server has no port");
  const url = `http://127.0.0.1:${address.port}/mcp`;
  const configuration = file(
    `${address.port}.json`,
    JSON.stringify({
      mcpServers: { remote: { type: "http", url, headers: { authorization: "Bearer ${AML_TEST_TOKEN}" } } },
    }),
  );
  const provider = mcpTools({ file: configuration });
  const echo = provider.find("mcp/remote/echo");
  if ("missing" in echo) throw new Error(echo.missing);
  return { echo, asked, end: () => provider.endRun(context.run) };
}

const json = (response: ServerResponse, id: number | undefined, result: unknown) =>
  void response.setHeader("content-type", "application/json").end(JSON.stringify({ jsonrpc: "2.0", id, result }));

/** Streamable HTTP with a session; the list comes as a stream of events, the rest as JSON. */
const speaking: Answer = ({ method, message }, response) => {
  if (method === "DELETE") return void response.end();
  if (method !== "POST") return void response.writeHead(405).end();
  switch (message.method) {
    case "initialize": {
      response.setHeader("mcp-session-id", "session-1");
      const serverInfo = { name: "remote", version: "1.0.0" };
      return json(response, message.id, { protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo });
    }
    case "tools/list": {
      const tools = [{ name: "echo", inputSchema: { type: "object", properties: { text: { type: "string" } } } }];
      const event = JSON.stringify({ jsonrpc: "2.0", id: message.id, result: { tools } });
      return void response.setHeader("content-type", "text/event-stream").end(`event: message\ndata: ${event}\n\n`);
    }
    case "tools/call":
      return json(response, message.id, {
        content: [{ type: "text", text: JSON.stringify(message.params?.arguments) }],
      });
    default:
      return void response.writeHead(202).end();
  }
};

describe("a server over HTTP", () => {
  test("is asked with the configured headers and its session, which ends with the run", async () => {
    vi.stubEnv("AML_TEST_TOKEN", "token-1");
    const { echo, asked, end } = await serve(speaking);
    const result = await echo.run({ block: '{"text": "hello"}' }, context);
    expect(result).toMatchObject({ output: { text: '{"text":"hello"}' }, warnings: [] });
    await end();
    expect(asked.flatMap(({ message }) => message.method ?? [])).toEqual([
      "initialize",
      "notifications/initialized",
      "tools/list",
      "tools/call",
    ]);
    expect(new Set(asked.map(({ headers }) => headers.authorization))).toEqual(new Set(["Bearer token-1"]));
    expect(asked.find(({ message }) => message.method === "tools/call")?.headers["mcp-session-id"]).toBe("session-1");
    expect(asked.map(({ method }) => method)).toContain("DELETE");
  });

  test.each<[string, Answer, string]>([
    ["refuses", (_, response) => void response.writeHead(401).end("no"), "the MCP server remote: "],
    ["is no MCP server", (_, response) => void response.end("<html>"), "the MCP server remote: "],
    ["cuts the connection", (_, response) => void response.socket?.destroy(), "the MCP server remote: "],
    [
      "leads elsewhere, where the headers must not go",
      (_, response) => void response.writeHead(307, { location: "http://localhost:1/" }).end(),
      "the MCP server remote: ",
    ],
  ])("that %s is told by its name", async (_, answer, message) => {
    vi.stubEnv("AML_TEST_TOKEN", "token-1");
    const { echo, end } = await serve(answer);
    const { failure } = await echo.run({ block: "{}" }, context);
    expect(failure).toEqual({ code: "failed", message: expect.stringContaining(message) });
    expect(failure?.message).not.toContain("token-1");
    await end();
  });

  test("that never answers is given up at the time limit", async () => {
    vi.stubEnv("AML_TEST_TOKEN", "token-1");
    const { echo, end } = await serve(() => {});
    expect((await echo.run({ block: "{}" }, { ...context, timeoutMs: 300 })).failure?.code).toBe("timeout");
    await end();
  });

  test("whose header names a variable that is not set is not asked", async () => {
    const { echo, asked } = await serve(speaking);
    expect((await echo.run({ block: "{}" }, context)).failure).toEqual({
      code: "not-started",
      message: "${AML_TEST_TOKEN} of the MCP configuration is not set in the environment",
    });
    expect(asked).toEqual([]);
  });
});

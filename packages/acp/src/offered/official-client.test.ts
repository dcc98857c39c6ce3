import { redaction } from "@agent-markup/core";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { describe, expect, onTestFinished, test } from "vitest";
import { defaultLimits } from "../limits.ts";
import { Turn } from "../session/turn.ts";
import { offer, offeringHost } from "../testing/offered-host.ts";
import { openToolServer } from "./tool-server.ts";

/** The client that agents are made with, connected as an agent connects. */
async function connected(options: ConstructorParameters<typeof Client>[1] = {}) {
  const { host, calls } = offeringHost();
  const turn = new Turn(
    defaultLimits,
    undefined,
    () => {},
    (text) => text,
  );
  const server = await openToolServer(
    {
      offered: host.offered ?? { list: () => [], call: () => Promise.reject(new Error("nothing is offered")) },
      tools: offer,
      redaction: redaction(["s3cret-value"]),
      turn: () => turn,
      emit: () => {},
      hostFailed: (error) => {
        throw error;
      },
    },
    "the token of this session",
  );
  const client = new Client({ name: "test", version: "1" }, options);
  onTestFinished(async () => {
    turn.end();
    await client.close();
    await server.close();
  });
  const { server: described } = server;
  if (!("command" in described)) throw new TypeError("the server is no process");
  const { command, args = [], env = {} } = described;
  await client.connect(new StdioClientTransport({ command, args: [...args], env: { ...env } }));
  return { client, calls };
}

describe.each([
  ["with a handshake", {}],
  ["of the newest revision", { versionNegotiation: { mode: { pin: "2026-07-28" } } }],
])("a client %s", (_, options) => {
  test("finds the tools as they are described, and calls them", async () => {
    const { client, calls } = await connected(options);
    const { tools } = await client.listTools();
    expect(tools).toMatchObject(
      offer.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
    );
    const given = { statements: "select 's3cret-value'" };
    const answer = await client.callTool({ name: "sql", arguments: given });
    expect(answer).toMatchObject({ content: [{ type: "text", text: "sql ran" }] });
    expect(calls).toMatchObject([{ tool: "sql", input: given, recorded: { statements: "select '[redacted]'" } }]);
  });

  test("is told of a tool that there is not as an error of the call", async () => {
    const { client } = await connected(options);
    expect(await client.callTool({ name: "nothing" })).toMatchObject({
      isError: true,
      content: [{ type: "text", text: "refused: nothing is not offered here; there are: sql, notes, bash" }],
    });
  });
});

import { once } from "node:events";
import { describe, expect, onTestFinished, test } from "vitest";
import { finalText, type Script } from "../support/stub-model/script.ts";
import { stubModel } from "../support/stub-model/server.ts";

const script: Script = { behaviour: "shell", command: "touch x", file: "/x", insists: false };

async function served(changes: Partial<Script> = {}) {
  const offered: (readonly string[])[] = [];
  const server = stubModel({ ...script, ...changes }, (names) => offered.push(names)).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the stub model does not listen");
  const post = (path: string, body: object) =>
    fetch(`http://127.0.0.1:${address.port}${path}`, { method: "POST", body: JSON.stringify(body) });
  return { post, offered };
}

const parameters = { type: "object", properties: {} };
/** How each protocol offers a tool and gives its result back. */
const protocols = [
  {
    name: "chat completions",
    path: "/v1/chat/completions",
    first: { stream: true, tools: [{ type: "function", function: { name: "bash", parameters } }] },
    result: { messages: [{ role: "tool", content: "done" }] },
    tool: "bash",
  },
  {
    name: "responses",
    path: "/v1/responses",
    first: { stream: true, tools: [{ type: "function", name: "exec_command", parameters }] },
    result: { input: [{ type: "function_call_output", output: "done" }] },
    tool: "exec_command",
  },
  {
    name: "messages",
    path: "/v1/messages",
    first: { stream: true, tools: [{ name: "Bash", input_schema: parameters }] },
    result: { messages: [{ role: "user", content: [{ type: "tool_result", content: "done" }] }] },
    tool: "Bash",
  },
  {
    name: "generateContent",
    path: "/v1beta/models/m:streamGenerateContent",
    first: { tools: [{ functionDeclarations: [{ name: "run_shell_command", parameters }] }] },
    result: { contents: [{ parts: [{ functionResponse: { response: "done" } }] }] },
    tool: "run_shell_command",
  },
];

describe("the stub model", () => {
  test.each(protocols)("calls a tool and then says something: $name", async ({ path, first, result, tool }) => {
    const { post, offered } = await served();
    const calling = await (await post(path, first)).text();
    expect(calling).toContain(`"name":"${tool}"`);
    expect(calling).toContain("touch x");
    const saying = await (await post(path, { ...first, ...result })).text();
    expect(saying).toContain(finalText);
    expect(saying).not.toContain("touch x");
    expect(offered).toEqual([[tool], [tool]]);
  });

  test.each(protocols)("calls what it is not offered only when it insists: $name", async ({ path, first }) => {
    const meek = await served();
    expect(await (await meek.post(path, { ...first, tools: [] })).text()).toContain(finalText);
    const insistent = await served({ insists: true });
    expect(await (await insistent.post(path, { ...first, tools: [] })).text()).toContain("touch x");
  });

  test.each(protocols)("fails when it is to: $name", async ({ path, first }) => {
    const { post } = await served({ behaviour: "error" });
    const response = await post(path, first);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain("the stub model refuses");
  });

  test("says what it does not serve", async () => {
    const { post } = await served();
    const response = await post("/v2/telepathy", {});
    expect([response.status, await response.text()]).toEqual([404, expect.stringContaining("/v2/telepathy")]);
  });
});

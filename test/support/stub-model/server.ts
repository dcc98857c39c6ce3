import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type Body, isObject } from "./body.ts";
import { chatCompletions } from "./chat-completions.ts";
import { generateContent } from "./generate-content.ts";
import { messages } from "./messages.ts";
import type { Protocol, StreamEvent } from "./protocol.ts";
import { responses } from "./responses.ts";
import { replyOf, type Script } from "./script.ts";

const protocols: readonly Protocol[] = [chatCompletions, responses, messages, generateContent];

/** A model server that plays a script, in the four protocols that agents speak; `asked` is told what is offered to it. */
export function stubModel(script: Script, asked: (offered: readonly string[]) => void): Server {
  return createServer((request, response) => {
    answer(script, asked, request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
}

async function answer(
  script: Script,
  asked: (offered: readonly string[]) => void,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await bodyOf(request);
  const path = new URL(request.url ?? "/", "http://stub").pathname;
  const protocol = protocols.find((candidate) => candidate.serves(path));
  if (protocol === undefined) {
    besides(path, response);
    return;
  }
  const offered = protocol.offered(body);
  asked(offered);
  const reply = replyOf(script, offered, protocol.called(body));
  if (script.behaviour === "error") json(response, 400, refusal);
  // The head of the answer comes, and nothing after it.
  else if (script.behaviour === "hang") response.writeHead(200, streamHeaders).flushHeaders();
  else if (protocol.streams(path, body)) stream(response, protocol.stream(body, reply));
  else json(response, 200, protocol.whole(body, reply));
}

const streamHeaders = { "content-type": "text/event-stream", "cache-control": "no-cache" };
const refusal = { type: "error", error: { type: "invalid_request_error", message: "the stub model refuses" } };

/** What agents ask for beside replies: lists of models, and counts of tokens. */
function besides(path: string, response: ServerResponse): void {
  const known = Object.entries(others).find(([end]) => path.endsWith(end));
  if (known === undefined) json(response, 404, { error: { message: `the stub model does not serve ${path}` } });
  else json(response, 200, known[1]);
}

const others: Readonly<Record<string, unknown>> = {
  "/models": { object: "list", data: [{ id: "stub-model", object: "model", created: 1, owned_by: "stub" }] },
  "/count_tokens": { input_tokens: 10 },
  ":countTokens": { totalTokens: 10 },
};

async function bodyOf(request: IncomingMessage): Promise<Body> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  const text = Buffer.concat(chunks).toString("utf8");
  const body: unknown = text === "" ? {} : JSON.parse(text);
  return isObject(body) ? body : {};
}

function stream(response: ServerResponse, events: readonly StreamEvent[]): void {
  response.writeHead(200, streamHeaders);
  for (const { event, data } of events) {
    const name = event === undefined ? "" : `event: ${event}\n`;
    response.write(`${name}data: ${typeof data === "string" ? data : JSON.stringify(data)}\n\n`);
  }
  response.end();
}

function json(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
}

import { type Body, modelOf, namesOf, objectsIn } from "./body.ts";
import type { Protocol, StreamEvent } from "./protocol.ts";
import type { Reply } from "./script.ts";

const usage = {
  input_tokens: 11,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: 7,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 18,
};

/** OpenAI's responses, which Codex speaks. */
export const responses: Protocol = {
  serves: (path) => path.endsWith("/responses"),
  offered: (body) => {
    const tools = objectsIn(body.tools);
    return namesOf([...tools, ...tools.flatMap((tool) => objectsIn(tool.tools))]);
  },
  called: (body) => objectsIn(body.input).some(({ type }) => typeof type === "string" && type.endsWith("_call_output")),
  streams: () => true,
  stream(body, reply) {
    const response = responseOf(body, "in_progress", []);
    const items = itemsOf(body, reply);
    return numbered([
      { type: "response.created", response },
      ...items.flatMap((item, output_index) => [
        { type: "response.output_item.added", output_index, item: { ...item, status: "in_progress" } },
        { type: "response.output_item.done", output_index, item },
      ]),
      { type: "response.completed", response: { ...responseOf(body, "completed", items), usage } },
    ]);
  },
  whole: (body, reply) => ({ ...responseOf(body, "completed", itemsOf(body, reply)), usage }),
};

function itemsOf(offered: Body, { text, call }: Reply): readonly Body[] {
  const content = [{ type: "output_text", text, annotations: [] }];
  const message = { id: "item_stub", type: "message", role: "assistant", status: "completed", content };
  if (call === undefined) return [message];
  const { name, input } = call;
  const args = JSON.stringify(input);
  const named = { name, ...namespaceOf(offered, name), arguments: args };
  return [message, { id: "fc_stub", type: "function_call", status: "completed", call_id: "call_stub", ...named }];
}

/** Tools of a server are offered in a namespace of it, and called in that. */
function namespaceOf({ tools }: Body, name: string): { readonly namespace?: unknown } {
  const found = objectsIn(tools).find((tool) => namesOf(objectsIn(tool.tools)).includes(name));
  return found === undefined ? {} : { namespace: found.name };
}

function responseOf(body: Body, status: string, output: readonly Body[]) {
  return { id: "resp_stub", object: "response", created_at: 1, model: modelOf(body), status, output };
}

interface TypedEvent extends Body {
  readonly type: string;
}

function numbered(events: readonly TypedEvent[]): readonly StreamEvent[] {
  return events.map((event, index) => ({ event: event.type, data: { ...event, sequence_number: index } }));
}

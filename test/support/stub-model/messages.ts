import { modelOf, namesOf, objectsIn } from "./body.ts";
import type { Protocol, StreamEvent } from "./protocol.ts";
import type { Reply } from "./script.ts";

/** Anthropic's messages, which Claude speaks. */
export const messages: Protocol = {
  serves: (path) => path.endsWith("/messages"),
  offered: (body) => namesOf(objectsIn(body.tools)),
  called: (body) =>
    objectsIn(body.messages).some(({ content }) => objectsIn(content).some(({ type }) => type === "tool_result")),
  streams: (_, body) => body.stream === true,
  stream(body, reply) {
    const started = { ...messageOf(modelOf(body)), content: [], stop_reason: null };
    return [
      event("message_start", { message: { ...started, usage: { input_tokens: 11, output_tokens: 1 } } }),
      ...blocksOf(reply).flatMap(({ start, delta }, index) => [
        event("content_block_start", { index, content_block: start }),
        event("content_block_delta", { index, delta }),
        event("content_block_stop", { index }),
      ]),
      event("message_delta", {
        delta: { stop_reason: reasonOf(reply), stop_sequence: null },
        usage: { output_tokens: 7 },
      }),
      event("message_stop", {}),
    ];
  },
  whole: (body, reply) => ({
    ...messageOf(modelOf(body)),
    content: blocksOf(reply).map(({ whole }) => whole),
    stop_reason: reasonOf(reply),
    usage: { input_tokens: 11, output_tokens: 7 },
  }),
};

function blocksOf({ text, call }: Reply) {
  const said = {
    start: { type: "text", text: "" },
    delta: { type: "text_delta", text },
    whole: { type: "text", text },
  };
  if (call === undefined) return [said];
  const use = { type: "tool_use", id: "toolu_stub", name: call.name };
  const delta = { type: "input_json_delta", partial_json: JSON.stringify(call.input) };
  return [said, { start: { ...use, input: {} }, delta, whole: { ...use, input: call.input } }];
}

function messageOf(model: string) {
  return { id: "msg_stub", type: "message", role: "assistant", model, stop_sequence: null };
}

function reasonOf({ call }: Reply): string {
  return call === undefined ? "end_turn" : "tool_use";
}

function event(type: string, fields: object): StreamEvent {
  return { event: type, data: { type, ...fields } };
}

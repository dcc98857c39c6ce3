import { type Body, modelOf, namesOf, objectsIn } from "./body.ts";
import type { Protocol } from "./protocol.ts";
import type { Reply } from "./script.ts";

const usage = { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 };
const id = "chatcmpl-stub";

/** OpenAI's chat completions, which OpenCode, Qwen and Copilot speak to most models. */
export const chatCompletions: Protocol = {
  serves: (path) => path.endsWith("/chat/completions"),
  offered: (body) => namesOf(objectsIn(body.tools).flatMap((tool) => objectsIn([tool.function]))),
  called: (body) => objectsIn(body.messages).some(({ role }) => role === "tool"),
  streams: (_, body) => body.stream === true,
  stream(body, { text, call }) {
    const chunk = (delta: unknown, reason: string | null = null) => ({
      data: {
        id,
        object: "chat.completion.chunk",
        created: 1,
        model: modelOf(body),
        choices: [{ index: 0, delta, finish_reason: reason }],
      },
    });
    const calls = call === undefined ? [] : [chunk({ tool_calls: [{ index: 0, ...toolCall(call) }] })];
    return [
      chunk({ role: "assistant", content: "" }),
      chunk({ content: text }),
      ...calls,
      chunk({}, reasonOf(call)),
      { data: { id, object: "chat.completion.chunk", created: 1, model: modelOf(body), choices: [], usage } },
      { data: "[DONE]" },
    ];
  },
  whole: (body: Body, { text, call }: Reply) => ({
    id,
    object: "chat.completion",
    created: 1,
    model: modelOf(body),
    choices: [
      {
        index: 0,
        message: { role: "assistant", content: text, ...(call === undefined ? {} : { tool_calls: [toolCall(call)] }) },
        finish_reason: reasonOf(call),
      },
    ],
    usage,
  }),
};

function toolCall({ name, input }: NonNullable<Reply["call"]>) {
  return { id: "call_stub", type: "function", function: { name, arguments: JSON.stringify(input) } };
}

function reasonOf(call: Reply["call"]): string {
  return call === undefined ? "stop" : "tool_calls";
}

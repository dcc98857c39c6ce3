import { namesOf, objectsIn } from "./body.ts";
import type { Protocol } from "./protocol.ts";
import type { Reply } from "./script.ts";

/** Gemini's generateContent. */
export const generateContent: Protocol = {
  serves: (path) => /:(?:streamG|g)enerateContent$/.test(path),
  offered: (body) => namesOf(objectsIn(body.tools).flatMap((tool) => objectsIn(tool.functionDeclarations))),
  called: (body) =>
    objectsIn(body.contents).some(({ parts }) => objectsIn(parts).some((part) => part.functionResponse !== undefined)),
  streams: (path) => path.endsWith(":streamGenerateContent"),
  stream: (_, reply) => [{ data: candidate(partsOf(reply)) }],
  // Gemini CLI also asks, without streaming, which model suits a prompt and who is to speak next.
  whole: (body, reply) =>
    candidate(body.generationConfig === undefined ? partsOf(reply) : [{ text: JSON.stringify(routing) }]),
};

const routing = {
  complexity_reasoning: "simple",
  complexity_score: 10,
  reasoning: "simple",
  model_choice: "flash",
  next_speaker: "user",
};

function partsOf({ text, call }: Reply): readonly object[] {
  if (call === undefined) return [{ text }];
  return [{ text }, { functionCall: { id: "fc_stub", name: call.name, args: call.input } }];
}

function candidate(parts: readonly object[]) {
  return {
    candidates: [{ index: 0, content: { role: "model", parts }, finishReason: "STOP" }],
    usageMetadata: { promptTokenCount: 11, candidatesTokenCount: 7, totalTokenCount: 18 },
    modelVersion: "stub",
  };
}

import type { AgentEvent, TranscriptLine } from "@agent-markup/core";
import { isObject } from "../transport/message.ts";

/** The id under which the harness sends the first prompt of a session that needs no pinning. */
export const promptId = 2;

/** The results that were sent to the agent's own requests, in order. */
export function answersSent(lines: readonly TranscriptLine[]): unknown[] {
  return lines.flatMap(({ direction, text }) => {
    const message: unknown = direction === "sent" ? JSON.parse(text) : null;
    return isObject(message) && message.result !== undefined ? [message.result] : [];
  });
}

/** What was kept as it came, since it fitted nothing. */
export function kept(events: readonly AgentEvent[]): unknown[] {
  return events.flatMap((event) => (event.type === "raw" ? [event.value] : []));
}

/** A part of a message, as an agent writes it. */
export function updateLine(sessionId: string, text: string): string {
  const update = { sessionUpdate: "agent_message_chunk", content: { type: "text", text } };
  return JSON.stringify({ jsonrpc: "2.0", method: "session/update", params: { sessionId, update } });
}

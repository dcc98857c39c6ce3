export function updateMessage(session: string, update: unknown) {
  return { method: "session/update", params: { sessionId: session, update } };
}

export function textBlock(text: string) {
  return { type: "text", text };
}

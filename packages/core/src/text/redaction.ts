const marker = "[redacted]";

/** What is sent back to the agent as it came. */
const names = new Set(["sessionId", "optionId", "id", "value", "currentValue", "currentModeId"]);

/** Below these an agent puts what it likes, under whatever names. */
const payloads = new Set(["rawInput", "rawOutput", "content", "_meta", "data", "params"]);

export interface Redaction {
  /** A line, or any text, without secrets. */
  text(text: string): string;
  /** The same for everything in an agent's message that is no name to be sent back to it. */
  message(value: unknown): unknown;
  /** The same for everything in a value. */
  value(value: unknown): unknown;
}

/** Takes secrets out of what is written down (agents.md 3); what is sent to the agent is left as it is. */
export function redaction(secrets: readonly string[]): Redaction {
  // In JSON a secret may stand escaped; a long one may hold a shorter one.
  const forms = new Set(secrets.flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)]));
  const longestFirst = [...forms].sort((a, b) => b.length - a.length);
  const text = (given: string) => longestFirst.reduce((rest, secret) => rest.replaceAll(secret, marker), given);

  const value = (given: unknown, isPayload: boolean): unknown => {
    if (typeof given === "string") return text(given);
    if (Array.isArray(given)) return given.map((item) => value(item, isPayload));
    if (typeof given !== "object" || given === null) return given;
    return Object.fromEntries(
      Object.entries(given).map(([key, part]) => {
        if (!isPayload && typeof part === "string" && names.has(key)) return [key, part];
        return [text(key), value(part, isPayload || payloads.has(key))];
      }),
    );
  };
  return { text, message: (given) => value(given, false), value: (given) => value(given, true) };
}

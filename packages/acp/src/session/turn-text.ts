/** The message text of one turn. */
export interface TurnText {
  /** A part of a message; another `messageId` begins another message. */
  append(text: string, messageId: unknown): void;
  /** What comes next is another message. */
  boundary(): void;
  /** All of it, messages apart by an empty line. */
  whole(): string;
  /** The last message that has any text. */
  finalMessage(): string;
}

/** A secret may come in parts, of which none tells: so the whole is redacted again. Usage and other bookkeeping between the chunks of a message does not part it; tools and thoughts do. */
export function turnText(redact: (text: string) => string): TurnText {
  const messages: { readonly messageId: unknown; readonly parts: string[] }[] = [];
  let isOpen = false;
  return {
    append(text, messageId) {
      if (text === "") return;
      const last = isOpen ? messages.at(-1) : undefined;
      if (last !== undefined && last.messageId === messageId) last.parts.push(text);
      else messages.push({ messageId, parts: [text] });
      isOpen = true;
    },
    boundary() {
      isOpen = false;
    },
    whole: () => messages.map(({ parts }) => redact(parts.join(""))).join("\n\n"),
    finalMessage: () => redact(messages.at(-1)?.parts.join("") ?? ""),
  };
}

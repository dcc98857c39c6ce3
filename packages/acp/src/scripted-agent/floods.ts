import { textBlock, updateMessage } from "./messages.ts";
import type { Scene } from "./scene.ts";

/** Messages in one piece of a flood. */
const floodPiece = 200;

/** So many updates, as fast as they are read, many in one piece: always the same one, or the small parts of a message. */
export async function flood({ peer, session }: Scene, count: number, update: object | undefined): Promise<undefined> {
  const part = (index: number) => ({ sessionUpdate: "agent_message_chunk", content: textBlock(`${index} `) });
  const messageAt = (index: number) => updateMessage(session, update ?? part(index));
  for (let start = 0; start < count; start += floodPiece) {
    const length = Math.min(floodPiece, count - start);
    await peer.send(...Array.from({ length }, (_, offset) => messageAt(start + offset)));
  }
  return undefined;
}

/** A message whose line has exactly that many bytes. */
export async function longLine({ peer, session }: Scene, bytes: number): Promise<undefined> {
  const line = (text: string) => {
    const message = updateMessage(session, { sessionUpdate: "agent_message_chunk", content: textBlock(text) });
    return JSON.stringify({ jsonrpc: "2.0", ...message });
  };
  await peer.sendLine(line("x".repeat(Math.max(0, bytes - Buffer.byteLength(line(""))))));
  return undefined;
}

/** Text without a newline, as fast as it is read, until the prompt is cancelled. */
export async function endlessLine({ peer, cancelled }: Scene): Promise<undefined> {
  const part = "x".repeat(64 * 1024);
  while (!cancelled.aborted) await peer.write(part);
  return undefined;
}

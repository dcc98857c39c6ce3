import type { GivenServers } from "./mcp-servers.ts";
import { textBlock, updateMessage } from "./messages.ts";
import type { Peer } from "./peer.ts";
import type { ScriptedTool, Step } from "./script.ts";

/** What a step is played with. */
export interface Scene {
  readonly peer: Peer;
  readonly session: string;
  readonly cwd: string;
  readonly servers: GivenServers;
  /** Aborts when the prompt is cancelled. */
  readonly cancelled: AbortSignal;
  /** Takes steps that are played after the response. */
  later(steps: readonly Step[]): void;
  ignore(what: "signals" | "end_of_input" | "cancel"): void;
}

/** A tool call in the words of the protocol. */
export function toolFields({ id, title, kind, tool, input }: ScriptedTool) {
  return { toolCallId: id, title, kind, name: tool, rawInput: input };
}

/** Says or thinks something, as a part of the message of that id. */
export function say(
  scene: Scene,
  sessionUpdate: string,
  text: string,
  messageId: string | undefined,
): Promise<undefined> {
  return update(scene, { sessionUpdate, content: textBlock(text), messageId });
}

/** Sends an update of the session. */
export async function update({ peer, session }: Scene, value: unknown): Promise<undefined> {
  await peer.send(updateMessage(session, value));
  return undefined;
}

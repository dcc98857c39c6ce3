import { type EventData, never } from "../journal/events.ts";
import { excerpt } from "./words.ts";

type AgentEvent = EventData["agent.event"]["event"];

/** What an agent did, in one line. */
export function agentLine(session: string, event: AgentEvent): string {
  switch (event.type) {
    case "message":
      return `${session} says: ${excerpt(event.text)}`;
    case "thought":
      return `${session} thinks: ${excerpt(event.text)}`;
    case "tool_call":
      return `${session} calls "${excerpt(event.title)}"${asTools(event.tools)}: ${event.status}`;
    case "tool_update":
      return `${session} call ${event.id}: ${event.status ?? "updated"}`;
    case "unasked":
      return `${session} ran "${excerpt(event.title)}"${asTools(event.tools)} without being allowed to${event.violation ? ", outside its constraint" : ""}`;
    case "plan":
      return `${session} changed its plan`;
    case "usage":
      return `${session} reported its usage`;
    case "mode":
      return `${session} is in mode ${event.mode}${event.expected ? "" : ", which nobody asked for"}`;
    case "note":
      return `${session}: ${excerpt(event.text)}`;
    case "raw":
      return `${session} sent something unknown: ${excerpt(JSON.stringify(event.value) ?? "nothing")}`;
    case "stop":
      return `${session} stopped: ${event.reason}`;
    default:
      return never(event);
  }
}

function asTools(tools: readonly string[]): string {
  return tools.length === 0 ? "" : ` (${tools.join(", ")})`;
}

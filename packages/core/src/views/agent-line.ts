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
    case "offered":
      return `${session} is offered ${event.tools.join(", ")}`;
    case "offered_call":
      return `${session} calls the runtime's ${event.tool}`;
    case "step_result":
      return `${session} says that its step is ${event.status}: ${excerpt(event.summary)}`;
    case "held":
      return `${session} was kept from ${event.tools.join(", ")}: ${rungs[event.rung]}${event.reason === undefined ? "" : ` (${excerpt(event.reason)})`}`;
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

const rungs: Readonly<Record<Extract<AgentEvent, { type: "held" }>["rung"], string>> = {
  not_prompted: "it was not prompted",
  native_denial: "it was told not to use them",
  server_not_passed: "their server was not passed to it",
  request_refused: "its request was refused",
  call_refused: "its call was refused",
  turn_cancelled: "its turn was cancelled",
};

function asTools(tools: readonly string[]): string {
  return tools.length === 0 ? "" : ` (${tools.join(", ")})`;
}

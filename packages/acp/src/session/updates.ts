import type { AgentEvent } from "@agent-markup/core";
import { isObject } from "../transport/message.ts";
import type { ToolCall, ToolCalls } from "./tool-calls.ts";
import { toolOutput } from "./tool-output.ts";

/** What one update means beside its events. */
export interface UpdateReader {
  /** Events in order; what is not understood is kept as `raw`, never dropped (agents.md 4, events). */
  read(update: unknown): readonly AgentEvent[];
  /** The end of a turn: the message that is still open. */
  finish(): readonly AgentEvent[];
}

interface OpenMessage {
  readonly type: "message" | "thought";
  readonly messageId: unknown;
  readonly parts: string[];
}

/**
 * Turns the updates of a session into events; chunks become one message at its boundary, and are redacted as one: a secret
 * may come in parts, of which none tells.
 */
export function updateReader(calls: ToolCalls, redact: (text: string) => string): UpdateReader {
  let open: OpenMessage | undefined;

  const finish = (): AgentEvent[] => {
    if (open === undefined) return [];
    const { type, parts } = open;
    open = undefined;
    const text = redact(parts.join(""));
    return text === "" ? [] : [{ type, text }];
  };
  const chunk = (type: "message" | "thought", update: Record<string, unknown>): AgentEvent[] => {
    const { content, messageId } = update;
    if (!isObject(content) || content.type !== "text" || typeof content.text !== "string") {
      return [...finish(), raw(update)];
    }
    if (open?.type === type && open.messageId === messageId) {
      open.parts.push(content.text);
      return [];
    }
    const closed = finish();
    open = { type, messageId, parts: [content.text] };
    return closed;
  };

  return {
    read(update) {
      if (!isObject(update)) return [...finish(), raw(update)];
      switch (update.sessionUpdate) {
        case "agent_message_chunk":
          return chunk("message", update);
        case "agent_thought_chunk":
          return chunk("thought", update);
        default:
          return [...finish(), otherEvent(update, calls)];
      }
    },
    finish,
  };
}

function otherEvent(update: Record<string, unknown>, calls: ToolCalls): AgentEvent {
  switch (update.sessionUpdate) {
    case "tool_call":
      return toolCallEvent(update, calls);
    case "tool_call_update":
      return toolUpdateEvent(update, calls);
    case "plan":
      return Array.isArray(update.entries) ? { type: "plan", entries: update.entries } : raw(update);
    case "usage_update": {
      const { sessionUpdate: _, ...usage } = update;
      return { type: "usage", usage };
    }
    case "available_commands_update":
      // A list of commands for people at an editor, tens of kilobytes in every session: the transcript has it.
      return Array.isArray(update.availableCommands)
        ? { type: "note", text: `the agent offers ${update.availableCommands.length} commands` }
        : raw(update);
    default:
      return raw(update);
  }
}

function toolCallEvent(update: Record<string, unknown>, calls: ToolCalls): AgentEvent {
  const before = calls.get(update.toolCallId);
  const known = typeof update.title === "string" ? calls.learn(update, "announcement") : null;
  if (known === null) return raw(update);
  if (before?.announced) return changeEvent(update, before, known);
  const { call, status, tools } = known;
  return {
    type: "tool_call",
    id: call.id,
    title: call.title,
    kind: call.kind,
    status,
    tools,
    ...(call.input === undefined ? {} : { input: call.input }),
  };
}

function toolUpdateEvent(update: Record<string, unknown>, calls: ToolCalls): AgentEvent {
  const before = calls.get(update.toolCallId);
  const known = calls.learn(update, "update");
  // Gemini announces a tool only by asking for it, which is announcement enough.
  return known?.announced ? changeEvent(update, before, known) : raw(update);
}

function changeEvent(update: Record<string, unknown>, before: ToolCall | undefined, now: ToolCall): AgentEvent {
  const output = toolOutput(update);
  const sameTools = before !== undefined && before.tools.join() === now.tools.join();
  return {
    type: "tool_update",
    id: now.call.id,
    ...(typeof update.status === "string" ? { status: update.status } : {}),
    ...(typeof update.title === "string" && update.title !== before?.call.title ? { title: update.title } : {}),
    ...(sameTools ? {} : { tools: now.tools }),
    ...(update.rawInput === undefined ? {} : { input: update.rawInput }),
    ...(output === undefined ? {} : { output }),
  };
}

function raw(value: unknown): AgentEvent {
  return { type: "raw", value };
}

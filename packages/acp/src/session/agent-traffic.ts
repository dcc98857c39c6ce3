import {
  type AgentEvent,
  isConstrained,
  type OfferedTool,
  runtimeServer,
  type SessionHost,
  type SessionRequest,
  type TurnFailure,
} from "@agent-markup/core";
import type { AgentConfiguration } from "../configuration.ts";
import type { AgentLimits } from "../limits.ts";
import { ownTools } from "../offered/own-tools.ts";
import type { Profile } from "../profiles/profile.ts";
import type { ConnectionHandlers, PeerRequest } from "../transport/connection.ts";
import { isObject } from "../transport/message.ts";
import { changing, pinnedOptions } from "./asking.ts";
import type { McpServer } from "./mcp-servers.ts";
import { permissionDesk } from "./permission-desk.ts";
import { permissionRequest } from "./permission-request.ts";
import type { SettingsHolder } from "./pin.ts";
import { changedOptions, changedSettings, isSetTo, type SessionSettings } from "./settings.ts";
import { isViolation, toolCalls } from "./tool-calls.ts";
import type { Turn } from "./turn.ts";
import { unaskedTools } from "./unasked-tools.ts";
import { updateReader } from "./updates.ts";

export interface TrafficContext {
  readonly profile: Profile;
  readonly configuration: AgentConfiguration;
  readonly limits: AgentLimits;
  readonly request: SessionRequest;
  readonly host: SessionHost;
  /** Takes secrets out of a text. */
  readonly redact: (text: string) => string;
  /** Every MCP server that the agent is configured with or offered: names of their tools are read by these. */
  readonly configuredServers: readonly McpServer[];
  /** What the session is given of the runtime's tools. */
  readonly given: readonly OfferedTool[];
  /** The host could not take an event or decide: nothing can go on. */
  hostFailed(error: unknown): void;
}

export interface Fault {
  readonly failure: TurnFailure;
  readonly message: string;
}

/** How much of a line that is no message goes into an event; the transcript has all of it. */
const strayTextLength = 2_000;

/** What an agent sends, told to the host: the only place that names what agents may send (agents.md 4). */
export class AgentTraffic implements ConnectionHandlers, SettingsHolder {
  settings: SessionSettings = { mode: undefined, modes: [], model: undefined, options: [] };
  turn: Turn | undefined;
  /** Lines that have come: whether the agent has gone quiet. */
  lines = 0;
  /** What the agent did between turns, or to its mode, that no further turn may build on. */
  fault: Fault | undefined;
  readonly #context: TrafficContext;
  readonly #unasked;
  readonly #calls;
  readonly #updates;
  readonly #desk;
  /** The agent's own tools that it is not to use, since it has the runtime's. */
  readonly #replaced: readonly string[];
  #session: string | null = null;
  #early: unknown[] = [];
  #isSetUp = false;
  #setUpMode: string | undefined;

  constructor(context: TrafficContext) {
    this.#context = context;
    this.#replaced = context.given.filter(({ standsIn }) => standsIn).map(({ name }) => name);
    this.#unasked = unaskedTools(context.limits.requestGraceMs, () => this.#guarded(() => this.#reportUnasked()));
    const configured = context.configuredServers.map(({ name }) => name);
    const servers = context.given.length === 0 ? configured : [...configured, runtimeServer];
    this.#calls = toolCalls(context.profile, servers, this.#unasked);
    this.#updates = updateReader(this.#calls, context.redact);
    this.#desk = permissionDesk({
      host: context.host,
      modeSwitchAllowed: context.configuration.allowModeSwitch === true,
      hostFailed: context.hostFailed,
    });
  }

  /** The session is known: what came for it before the answer that named it is read now, as older than the answer. */
  opened(session: string, settings: SessionSettings): void {
    this.#session = session;
    const early = this.#early;
    this.#early = [];
    for (const params of early) this.#update(params);
    this.settings = settings;
  }

  /** An earlier session goes on: what came before this answer is its history, told once already. */
  continued(session: string, settings: SessionSettings): void {
    this.#early = [];
    this.opened(session, settings);
  }

  /** From now on a change of mode is the agent's own doing. */
  setUp(): void {
    this.#isSetUp = true;
    const { mode } = this.settings;
    this.#setUpMode = mode;
    if (mode !== undefined) this.emit({ type: "mode", mode, expected: true });
  }

  /** The turn's last message, and tools that still run unasked. */
  finishTurn(): void {
    for (const event of this.#updates.finish()) this.emit(event);
    this.#unasked.turnOver();
    this.#reportUnasked();
  }

  emit(event: AgentEvent): void {
    this.#context.host.event(event);
  }

  traffic(): void {
    this.lines++;
    this.turn?.traffic();
  }

  stray(line: string, why: "malformed" | "unknown_id"): void {
    this.emit({ type: "raw", value: { why, line: line.slice(0, strayTextLength), length: line.length } });
  }

  notification(method: string, params: unknown): void {
    if (method === "session/update") this.#update(params);
    else if (method === "$/cancel_request" && isObject(params)) this.#desk.withdraw(params.requestId);
    else this.emit({ type: "raw", value: { method, params } });
  }

  request(request: PeerRequest): void {
    const { method, params } = request;
    if (method === "session/request_permission") {
      this.#permission(request);
      return;
    }
    // At once: OpenCode hangs on files it was never offered, Qwen on a vendor method, until they are answered.
    request.refuse({ code: -32601, message: "Method not found", data: { method } });
    this.emit({ type: "raw", value: { method, params } });
  }

  #update(params: unknown): void {
    if (this.#session === null) {
      this.#early.push(params);
      return;
    }
    if (!isObject(params) || params.sessionId !== this.#session || !isObject(params.update)) {
      this.emit({ type: "raw", value: params });
      return;
    }
    const { update } = params;
    const kind = update.sessionUpdate;
    if (kind === "agent_message_chunk" && this.#isNotice(update)) return;
    const changed =
      kind === "current_mode_update" || kind === "config_option_update" ? changedSettings(this.settings, update) : null;
    for (const event of changed === null ? this.#updates.read(update) : this.#updates.finish()) this.#tell(event);
    if (kind === "agent_message_chunk") this.#heard(update);
    else if (kind === "tool_call" || kind === "tool_call_update" || kind === "agent_thought_chunk" || kind === "plan")
      this.turn?.text.boundary();
    if (changed !== null) this.#settingsChanged(changed);
    this.#reportUnasked();
  }

  #permission(peer: PeerRequest): void {
    const { turn } = this;
    // What it said before is told before what it asks for.
    for (const event of this.#updates.finish()) this.emit(event);
    turn?.text.boundary();
    const params = isObject(peer.params) ? peer.params : {};
    const isOurs = this.#session !== null && params.sessionId === this.#session;
    const call = isOurs ? this.#calls.learn(params.toolCall, "request") : this.#calls.describe(params.toolCall);
    const refused = () => {
      if (isOurs && call !== null) this.#unasked.refused(call.call.id);
    };
    const kept = { replaced: this.#replaced, withheld: this.#context.profile.withheldOptions ?? [] };
    const request = permissionRequest(peer.params, call, kept);
    this.#desk.answer(peer, request, this.#session, turn, refused).catch(this.#context.hostFailed);
  }

  /** What the agent says of itself in the middle of a reply is told apart from it. */
  #isNotice({ content, messageId }: Record<string, unknown>): boolean {
    const text = isObject(content) && typeof content.text === "string" ? content.text : "";
    if (this.#context.profile.isNotice?.({ text, messageId }) !== true) return false;
    for (const event of this.#updates.finish()) this.emit(event);
    this.turn?.text.boundary();
    this.emit({ type: "note", text: text.trim() });
    return true;
  }

  #heard(update: Record<string, unknown>): void {
    const { content, messageId } = update;
    if (isObject(content) && typeof content.text === "string") this.turn?.text.append(content.text, messageId);
  }

  #tell(event: AgentEvent): void {
    if (event.type === "usage" && this.turn !== undefined) this.turn.reportedUsage = event.usage;
    this.emit(event);
  }

  #settingsChanged(settings: SessionSettings): void {
    const earlier = this.settings;
    const before = earlier.mode;
    this.settings = settings;
    const { mode } = settings;
    if (!this.#isSetUp) return;
    for (const text of changedOptions(earlier, settings)) this.emit({ type: "note", text });
    const { profile, configuration } = this.#context;
    const loosened = pinnedOptions(profile, configuration).find(
      ([id, value]) => isSetTo(settings, id, value) === false,
    );
    if (loosened !== undefined) this.#distrust(`the agent changed its ${loosened[0]} from ${loosened[1]} by itself`);
    if (mode === undefined || mode === before) return;
    const expected = configuration.allowModeSwitch === true || mode === this.#setUpMode;
    this.emit({ type: "mode", mode, expected });
    if (!expected) this.#distrust(`the agent changed its mode from ${before ?? "none"} to ${mode} by itself`);
  }

  /** Where it matters whether the agent asks, no further turn is built on one that may have stopped asking. */
  #distrust(message: string): void {
    const { request } = this.#context;
    if ((request.policy ?? "deny") !== "deny" && !isConstrained(request.tools)) return;
    this.fault = { failure: "mode_changed", message };
    this.turn?.fail("mode_changed", message);
  }

  #reportUnasked(): void {
    for (const id of this.#unasked.take()) {
      const known = this.#calls.get(id);
      if (known === undefined) continue;
      const { title } = known.call;
      const { request, given, configuration } = this.#context;
      // Agents read without asking, and not all can be told not to: only what changes things ends the turn.
      const kept = given.filter(({ name }) => changing.includes(name));
      const violation = isViolation(known, ownTools(request.tools, kept));
      this.emit({ type: "unasked", id, title, tools: known.tools, violation });
      this.turn?.unasked.push(id);
      if (!violation || configuration.violations === "record") continue;
      this.emit({ type: "held", rung: "turn_cancelled", tools: known.tools });
      const message = `the agent ran ${title} (${known.tools.join(", ")}) without asking, outside its tools`;
      if (this.turn === undefined) this.fault = { failure: "tool_denied", message };
      else this.turn.fail("tool_denied", message);
    }
  }

  #guarded(act: () => void): void {
    try {
      act();
    } catch (error) {
      this.#context.hostFailed(error);
    }
  }
}

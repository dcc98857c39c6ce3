import type { AgentSession, TurnFailure, TurnOutcome, TurnResult } from "@agent-markup/core";
import type { AgentLimits } from "../limits.ts";
import type { ToolServer } from "../offered/tool-server.ts";
import type { Connection, Reply } from "../transport/connection.ts";
import type { LineLog } from "../transport/line-log.ts";
import { isObject, type RpcError } from "../transport/message.ts";
import type { AgentProcess } from "./agent-process.ts";
import type { AgentTraffic } from "./agent-traffic.ts";
import { authenticationRequired, stopReason, type TurnEnding } from "./outcome.ts";
import { Turn } from "./turn.ts";
import { within } from "./within.ts";

export interface SessionParts {
  readonly id: string;
  readonly canClose: boolean;
  /** The agent's own words on how to log in. */
  readonly logInHint: string;
  readonly connection: Connection;
  readonly process: AgentProcess;
  /** The runtime's tools, where the session was given some. */
  readonly toolServer: ToolServer | null;
  readonly traffic: AgentTraffic;
  readonly log: LineLog;
  readonly limits: AgentLimits;
  /** Takes secrets out of a text. */
  readonly redact: (text: string) => string;
  /** See `Profile`. */
  readonly quietMs: number;
}

/** One open session of one agent process (agents.md 4, from the prompt on). */
export class AcpSession implements AgentSession {
  readonly id: string;
  readonly hasOfferedTools: boolean;
  readonly #parts: SessionParts;
  #closing: Promise<void> | undefined;
  #ending: Promise<void> | undefined;
  #turnOver: Promise<unknown> = Promise.resolve();

  constructor(parts: SessionParts) {
    this.id = parts.id;
    this.hasOfferedTools = parts.toolServer !== null;
    this.#parts = parts;
  }

  prompt(text: string, signal: AbortSignal): Promise<TurnOutcome> {
    if (this.#parts.traffic.turn !== undefined) throw new TypeError(`session ${this.id} is already in a turn`);
    const outcome = this.#turn(text, signal);
    // Whoever awaits the outcome hears of a failure; `close` only waits for the end.
    this.#turnOver = outcome.catch(() => undefined);
    return outcome;
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #turn(text: string, signal: AbortSignal): Promise<TurnOutcome> {
    const { connection, traffic, limits, redact } = this.#parts;
    if (traffic.fault !== undefined) {
      return { ...unprompted("failed", traffic.fault.message, traffic.fault.failure), ...this.#overIfSo() };
    }
    if (signal.aborted) return unprompted("cancelled", "the turn was cancelled before it began");
    traffic.finishTurn();
    connection.startCounting();
    const tellAgent = () => connection.notify("session/cancel", { sessionId: this.id });
    const turn = new Turn(limits, traffic.settings.mode, tellAgent, redact);
    const cancel = () => turn.cancel();
    traffic.turn = turn;
    try {
      signal.addEventListener("abort", cancel, { once: true });
      const ending = await Promise.race([this.#send(turn, text), turn.unresponsive]);
      turn.end();
      await turn.answered();
      await this.#quiet();
      traffic.finishTurn();
      if (ending.type === "stop") traffic.emit({ type: "stop", reason: stopReason(ending.reason) });
      if (ending.type === "unresponsive" || ending.type === "exited") await this.#end();
      return { ...turn.outcome(ending, traffic.settings.mode), ...this.#overIfSo() };
    } catch (error) {
      await this.#end();
      throw error;
    } finally {
      turn.end();
      signal.removeEventListener("abort", cancel);
      traffic.turn = undefined;
      this.#parts.log.flush();
    }
  }

  async #send(turn: Turn, text: string): Promise<TurnEnding> {
    const prompt = [{ type: "text", text }];
    // At once: nothing that comes behind the response in the same piece may be taken for a part of the turn's work.
    const over = (reply: Reply) => {
      if (reply.type === "ended" && "message" in reply.end) turn.fail(reply.end.reason, reply.end.message);
      turn.end();
    };
    const reply = await this.#parts.connection.request("session/prompt", { sessionId: this.id, prompt }, over);
    if (reply.type === "error") return { type: "error", error: this.#withHint(reply.error) };
    if (reply.type === "ended") return this.#ended(reply);
    const result = isObject(reply.result) ? reply.result : {};
    turn.usage = usageOf(result);
    return { type: "stop", reason: result.stopReason };
  }

  #withHint(error: RpcError): RpcError {
    const { logInHint } = this.#parts;
    if (error.code !== authenticationRequired || logInHint === "") return error;
    return { ...error, message: `${error.message}${logInHint}` };
  }

  async #ended({ end }: Extract<Reply, { type: "ended" }>): Promise<TurnEnding> {
    if (end.reason === "host_failed") throw end.error;
    const message = end.reason === "closed" ? await this.#parts.process.exitMessage() : end.message;
    return { type: "exited", message };
  }

  /** Claude sends an update after its response: it still belongs to the turn (agents.md 4.8). */
  async #quiet(): Promise<void> {
    const { quietMs, connection, traffic } = this.#parts;
    if (quietMs === 0) return;
    for (let before = -1; before !== traffic.lines; ) {
      before = traffic.lines;
      if ((await within(quietMs, connection.ended)) !== undefined) return;
    }
  }

  async #close(): Promise<void> {
    const { connection, traffic, limits, canClose, toolServer } = this.#parts;
    toolServer?.ending();
    traffic.turn?.cancel();
    await within(limits.cancelMs + limits.closeMs, this.#turnOver);
    if (canClose) await within(limits.closeMs, connection.request("session/close", { sessionId: this.id }));
    await this.#end();
  }

  #overIfSo(): { sessionOver?: true } {
    return this.#ending === undefined && this.#parts.traffic.fault === undefined ? {} : { sessionOver: true };
  }

  #end(): Promise<void> {
    this.#ending ??= this.#endProcess();
    return this.#ending;
  }

  /** The rest of the ladder of agents.md 6: input closed, a wait, signals to everything that was started. */
  async #endProcess(): Promise<void> {
    const { process, connection, traffic, toolServer } = this.#parts;
    toolServer?.ending();
    const survivors = await process.end();
    await toolServer?.close();
    connection.end({ reason: "closed" });
    // A host that could not take one event is told no more.
    if ((await connection.ended).reason === "host_failed") return;
    traffic.finishTurn();
    if (survivors.length === 0) return;
    traffic.emit({ type: "note", text: `processes that could not be ended: ${survivors.join(", ")}` });
  }
}

/** A turn that never reached the agent. */
function unprompted(result: TurnResult, error: string, failure?: TurnFailure): TurnOutcome {
  return { result, flags: [], text: "", finalMessage: "", error, ...(failure === undefined ? {} : { failure }) };
}

/** Gemini tells its usage only as extension data. */
function usageOf(result: Record<string, unknown>): unknown {
  if (isObject(result.usage)) return result.usage;
  const quota = isObject(result._meta) && isObject(result._meta.quota) ? result._meta.quota : {};
  return isObject(quota.token_count) ? quota.token_count : undefined;
}

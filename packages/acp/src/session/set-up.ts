import { AgentError } from "@agent-markup/core";
import type { Connection, Reply } from "../transport/connection.ts";
import { authenticationRequired } from "./outcome.ts";
import { within } from "./within.ts";

/**
 * Sends one request of the opening of a session and gives its result; rejects with an `AgentError`. `atOnce` gets a
 * result before anything that the agent sends after it.
 */
export type Call = (method: string, params: unknown, atOnce?: (result: unknown) => void) => Promise<unknown>;

export interface SetUp {
  readonly connection: Connection;
  readonly setupMs: number;
  /** How the process ended, for the message. */
  exitMessage(): Promise<string>;
  /** The agent's own words on how to log in. */
  logInHint(): string;
}

const unsupportedVersion = -32022;

/** Each step has its own time limit: agents hang in `session/new`, and in what comes before it. */
export function setUpCall(setUp: SetUp): Call {
  return async (method, params, atOnce) => {
    const reply = await withinLimit(setUp, method, params, atOnce);
    switch (reply.type) {
      case "result":
        return reply.result;
      case "error":
        throw refusedBy(setUp, method, reply);
      case "ended":
        if (reply.end.reason === "host_failed") throw reply.end.error;
        if (reply.end.reason === "closed") throw new AgentError("exited", await setUp.exitMessage());
        throw new AgentError("protocol", reply.end.message);
    }
  };
}

async function withinLimit(setUp: SetUp, ...[method, params, atOnce]: Parameters<Call>): Promise<Reply> {
  const { connection, setupMs } = setUp;
  const replied = connection.request(method, params, (reply) => {
    if (reply.type === "result") atOnce?.(reply.result);
  });
  const reply = await within(setupMs, replied);
  if (reply === undefined) throw new AgentError("timeout", `the agent did not answer ${method} within ${setupMs} ms`);
  return reply;
}

function refusedBy(setUp: SetUp, method: string, { error }: Extract<Reply, { type: "error" }>): AgentError {
  const details = error.data === undefined ? "" : ` ${JSON.stringify(error.data)}`;
  switch (error.code) {
    case authenticationRequired:
      return new AgentError("authentication", `the agent wants you to log in: ${error.message}${setUp.logInHint()}`);
    case unsupportedVersion:
      return new AgentError("protocol", `the agent does not speak version 1 of the protocol: ${error.message}`);
    default:
      return new AgentError("session", `the agent refused ${method}: ${error.message}${details}`);
  }
}

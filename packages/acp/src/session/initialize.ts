import { AgentError } from "@agent-markup/core";
import { isObject } from "../transport/message.ts";
import type { Call } from "./set-up.ts";

/** What an agent says of itself. */
export interface AgentAbilities {
  /** Its own name and version, where it gives them. */
  readonly info: { readonly name: string | null; readonly version: string | null };
  readonly canCloseSessions: boolean;
  /** The method by which an earlier session is continued, if there is one. */
  readonly resumeMethod: "session/resume" | "session/load" | undefined;
  readonly mcp: unknown;
  readonly logInHint: string;
}

const protocolVersion = 1;

/**
 * The handshake (agents.md 4.2). We offer nothing but permission: files and terminals exist for editors with unsaved
 * buffers, and each is a second way around the policy.
 */
export async function initialize(call: Call): Promise<AgentAbilities> {
  const result = await call("initialize", {
    protocolVersion,
    clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
    clientInfo: { name: "aml", title: "AML", version: "0.1.0" },
  });
  const answer = isObject(result) ? result : {};
  if (answer.protocolVersion !== protocolVersion) {
    const version = JSON.stringify(answer.protocolVersion ?? null);
    throw new AgentError("protocol", `the agent speaks version ${version} of the protocol, not ${protocolVersion}`);
  }
  const capabilities = isObject(answer.agentCapabilities) ? answer.agentCapabilities : {};
  const session = isObject(capabilities.sessionCapabilities) ? capabilities.sessionCapabilities : {};
  const info = isObject(answer.agentInfo) ? answer.agentInfo : {};
  return {
    info: {
      name: typeof info.name === "string" ? info.name : null,
      version: typeof info.version === "string" ? info.version : null,
    },
    canCloseSessions: isObject(session.close),
    // Without the history where the agent can: loading replays all of it.
    resumeMethod: isObject(session.resume)
      ? "session/resume"
      : capabilities.loadSession === true
        ? "session/load"
        : undefined,
    mcp: capabilities.mcpCapabilities,
    logInHint: logInHint(answer.authMethods),
  };
}

function logInHint(methods: unknown): string {
  if (!Array.isArray(methods)) return "";
  const hints = methods.flatMap((method) => {
    if (!isObject(method)) return [];
    const parts = [method.name, method.description].filter((part) => typeof part === "string" && part !== "");
    return parts.length === 0 ? [] : [parts.join(": ")];
  });
  return hints.length === 0 ? "" : ` (${hints.join("; ")})`;
}

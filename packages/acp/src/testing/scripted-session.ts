import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type AgentEvent,
  type AgentSession,
  createPermissionPolicy,
  decidePermission,
  type PermissionDecision,
  type PermissionPolicy,
  type PermissionRequest,
  processesWithMarker,
  type SessionHost,
  type SessionRequest,
  type ToolSet,
  type TranscriptLine,
} from "@agent-markup/core";
import { expect, onTestFinished } from "vitest";
import { createAcpAgents } from "../acp-agents.ts";
import type { AgentConfiguration } from "../configuration.ts";
import { scriptedAgentEntry } from "../scripted-agent-entry.ts";
import type { McpServer } from "../session/mcp-servers.ts";

export interface Rig {
  readonly session: AgentSession;
  readonly events: AgentEvent[];
  readonly lines: TranscriptLine[];
  readonly decisions: { readonly request: PermissionRequest; readonly decision: PermissionDecision }[];
  readonly cwd: string;
  readonly marker: string;
  prompt(text?: string): ReturnType<AgentSession["prompt"]>;
}

export interface RigOptions {
  readonly policy?: PermissionPolicy;
  readonly tools?: ToolSet;
  readonly configuration?: Partial<AgentConfiguration>;
  readonly request?: Partial<SessionRequest>;
  /** MCP servers that every agent is given. */
  readonly sharedServers?: readonly McpServer[];
  /** Over the usual host, which decides as the runtime does and keeps everything. */
  readonly host?: Partial<SessionHost>;
}

export const everyTool: ToolSet = { allowed: null, denied: new Set() };

/** A folder of its own, gone after the test. */
export function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "aml-acp-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** Opens a session of the scripted agent, a real subprocess; after the test no process of it may be left. */
export async function scriptedSession(script: unknown, options: RigOptions = {}): Promise<Rig> {
  const cwd = folder();
  const file = join(folder(), "script.json");
  writeFileSync(file, JSON.stringify(script));
  const command = [process.execPath, scriptedAgentEntry(), "--script", file];
  return openRig({ command, profile: "scripted", ...options.configuration }, cwd, options);
}

export async function openRig(agent: AgentConfiguration, cwd: string, options: RigOptions): Promise<Rig> {
  const marker = `test-${process.pid}-${cwd}`;
  const { tools = everyTool, policy = createPermissionPolicy("allow_once") } = options;
  const events: AgentEvent[] = [];
  const lines: TranscriptLine[] = [];
  const decisions: Rig["decisions"] = [];
  const host: SessionHost = {
    async permission(request, state) {
      const decision = await decidePermission({ request, policy, tools, ...state });
      decisions.push({ request, decision });
      return decision;
    },
    event: (event) => void events.push(event),
    transcript: (batch) => void lines.push(...batch),
    ...options.host,
  };
  onTestFinished(() => expect(processesWithMarker(marker), "processes left behind").toEqual([]));
  const request: SessionRequest = {
    agent: "scripted",
    cwd,
    tools,
    policy: policy.label,
    marker,
    signal: new AbortController().signal,
    ...options.request,
  };
  const { sharedServers = [] } = options;
  const agents = createAcpAgents({ agents: { scripted: agent }, sharedServers: () => sharedServers });
  const session = await agents.open(request, host);
  onTestFinished(() => session.close());
  const prompt = (text = "go") => session.prompt(text, new AbortController().signal);
  return { session, events, lines, decisions, cwd, marker, prompt };
}

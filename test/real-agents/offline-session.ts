import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { type AgentConfiguration, createAcpAgents } from "@agent-markup/acp";
import {
  type AgentEvent,
  type AgentSession,
  createPermissionPolicy,
  decidePermission,
  type OfferedTools,
  type PermissionRequest,
  processesWithMarker,
  type SessionHost,
  type ToolSet,
} from "@agent-markup/core";
import { build } from "rolldown";
import { expect, onTestFinished } from "vitest";
import { asked } from "../support/stub-model/place.ts";
import type { Script } from "../support/stub-model/script.ts";
import { installed } from "./installed.ts";
import type { Place, RealAgent } from "./real-agents.ts";

export interface OfflineOptions extends Partial<Pick<Script, "behaviour" | "command" | "insists">> {
  readonly policy?: "deny" | "allow_once";
  readonly tools?: ToolSet;
  /** Nobody answers a permission request before the turn is cancelled. */
  readonly unanswered?: boolean;
  readonly withoutCredentials?: boolean;
  readonly configuration?: Partial<AgentConfiguration>;
  /** What the runtime offers to the agent. */
  readonly offered?: OfferedTools;
  /** Puts files into the home and the project before the agent starts. */
  prepare?(place: Place): void;
}

export interface OfflineSession {
  readonly session: AgentSession;
  readonly events: readonly AgentEvent[];
  readonly requests: readonly PermissionRequest[];
  /** The names of the tools that the model was offered, by request. */
  readonly offered: readonly (readonly string[])[];
  /** Resolves when the model is asked for the first time, or a permission is. */
  readonly modelAsked: Promise<void>;
  readonly permissionAsked: Promise<void>;
  /** Whether the agent wrote the file. */
  wrote(): boolean;
  prompt(signal?: AbortSignal): ReturnType<AgentSession["prompt"]>;
}

/** The file that the stub model has an agent write, in the project. */
const target = "stub-output.txt";
const everyTool: ToolSet = { allowed: null, denied: new Set() };

export function without(...tools: readonly string[]): ToolSet {
  return { allowed: null, denied: new Set(tools) };
}

/** Bundles what runs in the network namespace: node runs no TypeScript in all versions that are tested. */
export async function buildOffline(): Promise<string> {
  const file = join(mkdtempSync(join(tmpdir(), "aml-offline-")), "offline.mjs");
  const input = new URL("../support/stub-model/offline.ts", import.meta.url).pathname;
  await build({ input, output: { file, format: "esm" }, platform: "node", logLevel: "silent" });
  return file;
}

export function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** A session of a real agent with the stub model for its only peer; afterwards no process of it may be left. */
export async function offlineSession(
  agent: RealAgent,
  offline: string,
  options: OfflineOptions = {},
): Promise<OfflineSession> {
  const place = placeFor(agent, options);
  const marker = `real-${process.pid}-${place.project}`;
  const policy = createPermissionPolicy(options.policy ?? "deny");
  const { tools = everyTool } = options;
  const events: AgentEvent[] = [];
  const requests: PermissionRequest[] = [];
  const offered: string[][] = [];
  const model = signal();
  const permission = signal();
  const host: SessionHost = {
    async permission(request, state, withdrawn) {
      if (!state.cancelled) requests.push(request);
      permission.give();
      if (options.unanswered === true && !withdrawn.aborted && !state.cancelled) await once(withdrawn, "abort");
      return decidePermission({ request, policy, tools, ...state });
    },
    event: (event) => void events.push(event),
    ...(options.offered === undefined ? {} : { offered: options.offered }),
    transcript(lines) {
      for (const { text } of lines.filter(({ direction }) => direction === "stderr")) {
        if (!text.startsWith(asked)) continue;
        offered.push(text.slice(asked.length).split(" ").filter(Boolean));
        model.give();
      }
    },
  };
  onTestFinished(() => expect(processesWithMarker(marker), "processes left behind").toEqual([]));
  const agents = createAcpAgents({ agents: { [agent.name]: configurationOf(agent, offline, place, options) } });
  const request = { agent: agent.name, cwd: place.project, tools, policy: policy.label, marker };
  const session = await agents.open({ ...request, signal: new AbortController().signal }, host);
  onTestFinished(() => session.close());
  return {
    session,
    events,
    requests,
    offered,
    modelAsked: model.given,
    permissionAsked: permission.given,
    wrote: () => existsSync(join(place.project, target)),
    prompt: (cancelled = new AbortController().signal) => session.prompt("Please write the file.", cancelled),
  };
}

function placeFor({ files = {} }: RealAgent, { prepare }: OfflineOptions): Place {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "aml-real-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const place = { home: join(root, "home"), project: join(root, "project") };
  for (const folder of [place.home, place.project]) mkdirSync(folder);
  for (const [path, text] of Object.entries(files)) write(join(place.home, path), text);
  prepare?.(place);
  return place;
}

function configurationOf(agent: RealAgent, offline: string, place: Place, options: OfflineOptions): AgentConfiguration {
  const program = installed(agent.program) ?? agent.program;
  const { behaviour = "shell", insists = false, command = `echo hello > ${target}` } = options;
  const script: Script = { behaviour, insists, command, file: join(place.project, target) };
  const environment = { ...agent.environment(place) };
  if (options.withoutCredentials === true) for (const name of agent.credentials) delete environment[name];
  return {
    command: ["unshare", "-rn", process.execPath, offline, JSON.stringify(script), program, ...agent.args],
    profile: agent.name,
    // An agent may be installed with a newer node beside it.
    env: { ...environment, HOME: place.home, PATH: [dirname(program), process.env.PATH].join(delimiter) },
    limits: { setupMs: 30_000, idleMs: 30_000 },
    ...options.configuration,
  };
}

function signal(): { readonly given: Promise<void>; give(): void } {
  let give = () => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give: () => give() };
}

import { basename } from "node:path";
import type { PermissionPolicy } from "../5-authorise/permission.ts";
import { toolLists } from "../5-authorise/tool-set.ts";
import type { AgentProvider, TranscriptLine } from "../agent/agent.ts";
import type { EventBody } from "../journal/events.ts";
import type { Store } from "../store/store.ts";
import type { Tool } from "../tools/tool.ts";
import { agentSessions } from "./agent-sessions.ts";
import { outputOf } from "./agent-step.ts";
import type { Clock } from "./clock.ts";
import { type DocumentResult, executeNodes } from "./execute.ts";
import type { PreparedNode } from "./prepared.ts";
import { runDiagram } from "./run-diagram.ts";
import type { RunJournal } from "./run-journal.ts";
import { toolGate } from "./tool-step.ts";

/** What one drive of a run works with. */
export interface DriveContext {
  readonly store: Store;
  readonly journal: RunJournal;
  readonly nodes: readonly PreparedNode[];
  readonly file: string;
  readonly params: Readonly<Record<string, string>>;
  readonly maxParallel: number;
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly permissions: PermissionPolicy | null;
  readonly agents: AgentProvider | null;
  readonly tools: ReadonlyMap<string, Tool>;
  readonly workspace: string;
  readonly environment: readonly string[];
  readonly database: string | null;
  readonly transcript: (session: string, lines: readonly TranscriptLine[]) => void;
}

/** Drives a run until it is done, has failed, waits for a person or is stopped, and records which. */
export async function driveRun(context: DriveContext): Promise<void> {
  const { journal, clock, permissions, agents, workspace, transcript } = context;
  const sessions =
    agents === null || permissions === null
      ? null
      : agentSessions({ provider: agents, policy: permissions, journal, workspace, transcript });
  const shared = {
    ...context,
    sessions,
    gate: toolGate(context.tools, permissions, journal),
    procedure: basename(context.file),
  };
  try {
    const result = await executeNodes(context.nodes, async (diagram) => {
      const startedAt = clock.now();
      const { path, name, implementation, tools } = diagram;
      journal.append({ type: "node.started", path, data: { name, implementation, tools: toolLists(tools) } });
      const ended = await runDiagram(diagram, shared);
      const durationMs = Math.max(0, clock.now() - startedAt);
      if (ended.status === "done") {
        journal.append({
          type: "node.finished",
          path,
          data: { name, status: "success", durationMs, text: ended.text, metadata: { plan: diagram.plan.id } },
        });
      }
      return ended;
    });
    await sessions?.closeAll();
    const at = new Date(clock.now()).toISOString();
    journal.finish(result.status, at, finished(result));
  } finally {
    await sessions?.closeAll();
  }
}

function finished(result: DocumentResult): EventBody {
  const { status } = result;
  const output = status === "done" ? outputOf(result.text) : { text: "" };
  if (result.status !== "failed") return { type: "run.finished", data: { status, output } };
  const error = { code: "StepBlocked", message: result.message, path: result.path };
  return { type: "run.finished", data: { status, output, error } };
}

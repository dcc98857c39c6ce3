import { spawn } from "node:child_process";
import { closeSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { isAllowed } from "./ask-permission.ts";
import { callTool } from "./call-tool.ts";
import { endlessLine, flood, longLine } from "./floods.ts";
import { textBlock } from "./messages.ts";
import { type Scene, say, toolFields, update } from "./scene.ts";
import type { ScriptedError, Step } from "./script.ts";

/** How a sequence of steps ended; undefined when it just ran out. */
export type Ending =
  | { readonly type: "stop"; readonly reason: unknown }
  | { readonly type: "error"; readonly error: ScriptedError };

/** Plays steps in order, until one ends the turn or the prompt is cancelled. */
export async function play(steps: readonly Step[], scene: Scene): Promise<Ending | undefined> {
  for (const step of steps) {
    if (scene.cancelled.aborted) return { type: "stop", reason: "cancelled" };
    const ending = await playStep(step, scene);
    if (ending !== undefined) return ending;
  }
  return scene.cancelled.aborted ? { type: "stop", reason: "cancelled" } : undefined;
}

async function playStep(step: Step, scene: Scene): Promise<Ending | undefined> {
  const { peer } = scene;
  switch (step.do) {
    case "message":
      return say(scene, "agent_message_chunk", step.text, step.messageId);
    case "thought":
      return say(scene, "agent_thought_chunk", step.text, step.messageId);
    case "done":
    case "failed": {
      const { do: status, summary, output } = step;
      return say(scene, "agent_message_chunk", `\n${JSON.stringify({ status, summary, output })}`, undefined);
    }
    case "plan":
      return update(scene, {
        sessionUpdate: "plan",
        entries: step.entries.map((content) => ({ content, priority: "medium", status: "pending" })),
      });
    case "tool_call":
      return update(scene, { sessionUpdate: "tool_call", ...toolFields(step.call), status: step.status });
    case "tool_update": {
      const content = step.output === undefined ? undefined : [{ type: "content", content: textBlock(step.output) }];
      return update(scene, { sessionUpdate: "tool_call_update", toolCallId: step.id, status: step.status, content });
    }
    case "permission":
      return play((await isAllowed(step, scene)) ? step.allowed : step.refused, scene);
    case "mcp_call":
      return play((await callTool(step, scene)).isError ? step.failed : step.succeeded, scene);
    case "mcp_line":
      return say(scene, "agent_message_chunk", await scene.servers.get(step.server).line(step.line), undefined);
    case "mcp_kill":
      await scene.servers.kill(step.server);
      return undefined;
    case "together": {
      const endings = await Promise.all(step.steps.map((steps) => play(steps, scene)));
      return endings.find((ending) => ending !== undefined);
    }
    case "delay":
      return wait(step.ms, scene.cancelled);
    case "hang":
      return wait(2 ** 31 - 1, scene.cancelled);
    case "mode":
      return update(scene, { sessionUpdate: "current_mode_update", currentModeId: step.mode });
    case "late":
      scene.later(step.steps);
      return undefined;
    case "wrong_id":
      await peer.send({ id: step.id, result: { stopReason: "end_turn" } });
      return undefined;
    case "garbage":
      await peer.sendLine(step.line);
      return undefined;
    case "long_line":
      return longLine(scene, step.bytes);
    case "endless_line":
      return endlessLine(scene);
    case "close_output":
      closeSync(1);
      return undefined;
    case "flood":
      return flood(scene, step.count, step.update);
    case "stderr":
      process.stderr.write(`${step.line}\n`);
      return undefined;
    case "crash":
      if (step.signal !== undefined) process.kill(process.pid, step.signal);
      else process.exit(step.code ?? 1);
      return wait(2 ** 31 - 1, scene.cancelled);
    case "ignore":
      for (const what of step.what) scene.ignore(what);
      return undefined;
    case "spawn":
      return spawnChild(step.command, step.setsid);
    case "write_file":
      mkdirSync(dirname(resolve(scene.cwd, step.path)), { recursive: true });
      writeFileSync(resolve(scene.cwd, step.path), step.text);
      return undefined;
    case "request":
      await peer.ask(step.method, step.params).reply;
      return undefined;
    case "notification":
      await peer.send({ method: step.method, params: step.params });
      return undefined;
    case "update":
      return update(scene, step.update);
    case "stop":
      return { type: "stop", reason: step.reason };
    case "error":
      return { type: "error", error: step.error };
  }
}

async function wait(ms: number, cancelled: AbortSignal): Promise<undefined> {
  // The only way a timer ends early is the cancel, which is looked at before the next step.
  await delay(ms, undefined, { signal: cancelled }).catch(() => undefined);
  return undefined;
}

/** A child that outlives its parent unless somebody ends it; it holds the agent's output open, as servers do. */
function spawnChild([file, ...args]: readonly string[], setsid: boolean): undefined {
  if (file !== undefined) spawn(file, args, { stdio: "inherit", detached: setsid }).unref();
  return undefined;
}

import type { TurnOutcome } from "../agent/agent.ts";
import type { Event, EventBody } from "../journal/events.ts";

/** How often each prompt of a run came to something, as its journal tells; the same fold serves earlier drives and this one. */
export interface PromptCounts {
  note(event: EventBody): void;
  /** Prompts of this hash to this node, but for those of attempts that were interrupted: they are asked again. */
  of(path: string, hash: string): number;
}

export function promptCounts(events: Iterable<Event>): PromptCounts {
  const counts = new Map<string, number>();
  /** By place: what the attempt that goes on there has counted. */
  const unsettled = new Map<string, string[]>();
  /** By session: what it was asked last. */
  const asked = new Map<string, { readonly path: string; readonly key: string }>();
  const planPaths = new Map<string, string>();

  function replied(session: string, { result }: TurnOutcome): void {
    const prompt = asked.get(session);
    asked.delete(session);
    if (prompt === undefined || result === "cancelled") return;
    add(prompt.key, 1);
    unsettled.set(prompt.path, [...(unsettled.get(prompt.path) ?? []), prompt.key]);
  }

  function add(key: string, change: number): void {
    counts.set(key, (counts.get(key) ?? 0) + change);
  }

  /** The attempt came to nothing: its successor asks the same. */
  function interrupted(path: string): void {
    for (const key of unsettled.get(path) ?? []) add(key, -1);
    unsettled.delete(path);
  }

  function note(event: EventBody): void {
    const { path = "" } = event;
    switch (event.type) {
      case "agent.prompted": {
        const { session, hash } = event.data;
        if (hash !== undefined) asked.set(session, { path, key: keyOf(path, hash) });
        return;
      }
      case "agent.replied":
        replied(event.data.session, event.data.outcome);
        return;
      case "plan.frozen":
        planPaths.set(event.data.plan, path);
        return;
      case "node.started":
        interrupted(path);
        return;
      case "node.retried":
      case "node.finished":
        unsettled.delete(path);
        return;
      case "step.started":
        interrupted(stepPath(event.data));
        return;
      case "step.pending":
        if (event.data.again === "interrupted") interrupted(stepPath(event.data));
        else unsettled.delete(stepPath(event.data));
        return;
      case "step.done":
      case "step.blocked":
      case "step.waiting":
        unsettled.delete(stepPath(event.data));
        return;
      default:
        return;
    }
  }

  function stepPath({ plan, step }: { readonly plan: string; readonly step: string }): string {
    return `${planPaths.get(plan) ?? ""}/${step}`;
  }

  for (const event of events) note(event);
  return { note, of: (path, hash) => counts.get(keyOf(path, hash)) ?? 0 };
}

function keyOf(path: string, hash: string): string {
  return `${hash} ${path}`;
}

import type { Event } from "../journal/events.ts";

/** A stretch of a run, for tracing systems: made of two events, with the place it belongs under. */
export type SpanChange =
  | {
      readonly type: "start";
      readonly id: string;
      readonly parent: string | null;
      readonly name: string;
      readonly at: string;
      readonly attributes: SpanAttributes;
    }
  | {
      readonly type: "end";
      readonly id: string;
      readonly at: string;
      readonly attributes: SpanAttributes;
      readonly error?: string;
    };

export type SpanAttributes = Readonly<Record<string, string | number>>;

const run = "run";

/** What an event begins or ends: the run, a node of the document, a step of a plan, an agent's turn (language.md 7.6). */
export function spanChange(event: Event): SpanChange | null {
  const { at, path = "" } = event;
  switch (event.type) {
    case "run.started":
      return {
        type: "start",
        id: run,
        parent: null,
        name: `aml run ${event.data.file}`,
        at,
        attributes: { "aml.run": event.run, "aml.trust": event.data.trust },
      };
    case "run.resumed":
      return { type: "start", id: run, parent: null, name: "aml resume", at, attributes: { "aml.run": event.run } };
    case "run.finished":
      return {
        type: "end",
        id: run,
        at,
        attributes: { "aml.status": event.data.status },
        ...errorOf(event.data.error?.message),
      };
    case "node.started":
      return {
        type: "start",
        id: path,
        parent: run,
        name: event.data.name,
        at,
        attributes: { "aml.path": path, ...implementationOf(event.data.implementation) },
      };
    case "node.retried":
      return { type: "end", id: path, at, attributes: { "aml.attempt": event.data.attempt }, error: event.data.error };
    case "node.finished":
      return {
        type: "end",
        id: path,
        at,
        attributes: { "aml.status": event.data.status },
        ...errorOf(event.data.error),
      };
    case "step.started": {
      const { plan, step, attempt } = event.data;
      return {
        type: "start",
        id: `${plan}/${step}`,
        parent: run,
        name: step,
        at,
        attributes: { "aml.plan": plan, "aml.attempt": attempt },
      };
    }
    case "step.done":
    case "step.skipped":
    case "step.blocked":
    case "step.waiting":
    case "step.pending": {
      const { plan, step, error } = event.data;
      return {
        type: "end",
        id: `${plan}/${step}`,
        at,
        attributes: { "aml.status": event.type.slice("step.".length) },
        ...errorOf(error),
      };
    }
    default:
      return null;
  }
}

function errorOf(error: string | undefined): { readonly error?: string } {
  return error === undefined ? {} : { error };
}

function implementationOf(name: string | undefined): SpanAttributes {
  return name === undefined ? {} : { "aml.implementation": name };
}

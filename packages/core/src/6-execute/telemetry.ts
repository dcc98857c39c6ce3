import { createRequire } from "node:module";
import type { Event } from "../journal/events.ts";
import { type SpanChange, spanChange } from "../views/spans.ts";

/** As much of the OpenTelemetry API as is used; the package is the host's, and nothing happens without it. */
export interface TracingApi {
  readonly trace: { getTracer(name: string): Tracer; setSpan(context: unknown, span: Span): unknown };
  readonly context: { active(): unknown };
}

interface Tracer {
  startSpan(
    name: string,
    options: { readonly startTime: Date; readonly attributes: Record<string, string | number> },
    context: unknown,
  ): Span;
}

interface Span {
  setAttributes(attributes: Record<string, string | number>): unknown;
  setStatus(status: { readonly code: number; readonly message?: string }): unknown;
  end(time: Date): void;
}

/** `SpanStatusCode.ERROR` of the API. */
const errorStatus = 2;

/** Finds `@opentelemetry/api` where the host has it; null elsewhere. */
export async function findTracingApi(): Promise<TracingApi | null> {
  const name: string = "@opentelemetry/api";
  if (!isInstalled(name)) return null;
  const found: unknown = await import(name);
  return isTracingApi(found) ? found : null;
}

/** An optional peer: its absence is no fault, and anything wrong with one that is there is. */
function isInstalled(name: string): boolean {
  try {
    createRequire(import.meta.url).resolve(name);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "MODULE_NOT_FOUND") return false;
    throw error;
  }
}

/** Makes spans of a run's events: one for the run, and below it one for each attempt at a node or step. */
export function spanWriter(api: TracingApi): (event: Event) => void {
  const tracer = api.trace.getTracer("@agent-markup/core");
  const open = new Map<string, Span>();
  return (event) => {
    const change = spanChange(event);
    if (change === null) return;
    if (change.type === "start") open.set(change.id, started(change));
    else ended(change);
  };

  function started({ parent, name, at, attributes }: Extract<SpanChange, { type: "start" }>): Span {
    const outer = parent === null ? undefined : open.get(parent);
    const active = api.context.active();
    const context = outer === undefined ? active : api.trace.setSpan(active, outer);
    return tracer.startSpan(name, { startTime: new Date(at), attributes: { ...attributes } }, context);
  }

  function ended({ id, at, attributes, error }: Extract<SpanChange, { type: "end" }>): void {
    const span = open.get(id);
    open.delete(id);
    // Skipped steps and waiting gates end what never began.
    if (span === undefined) return;
    span.setAttributes({ ...attributes });
    if (error !== undefined) span.setStatus({ code: errorStatus, message: error });
    span.end(new Date(at));
  }
}

function isTracingApi(value: unknown): value is TracingApi {
  return typeof value === "object" && value !== null && "trace" in value && "context" in value;
}

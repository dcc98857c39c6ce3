import { expect, test } from "vitest";
import { documentRig } from "../testing/document-rig.ts";
import { findTracingApi, spanWriter, type TracingApi } from "./telemetry.ts";

interface Recorded {
  readonly name: string;
  readonly parent: string | null;
  status?: string;
  error?: string;
  isEnded: boolean;
}

function recordingApi(): { readonly api: TracingApi; readonly spans: Recorded[] } {
  const spans: Recorded[] = [];
  const names = new Map<unknown, string>();
  const api: TracingApi = {
    trace: {
      setSpan: (_context, span) => span,
      getTracer: () => ({
        startSpan(name, _options, context) {
          const recorded: Recorded = { name, parent: names.get(context) ?? null, isEnded: false };
          spans.push(recorded);
          const span = {
            setAttributes: ({ "aml.status": status }: Record<string, string | number>) => {
              if (typeof status === "string") recorded.status = status;
            },
            setStatus: ({ message }: { readonly message?: string }) => {
              if (message !== undefined) recorded.error = message;
            },
            end: () => {
              recorded.isEnded = true;
            },
          };
          names.set(span, name);
          return span;
        },
      }),
    },
    context: { active: () => "outside" },
  };
  return { api, spans };
}

test("a run, its nodes, their attempts and its steps become spans, all ended, errors with them", async () => {
  const { api, spans } = recordingApi();
  const { run, store } = await documentRig();
  const diagram = '<skill impl="dde-simple">\nflowchart LR\n  A@{ label: "a", type: tool, run: "true" }\n</skill>';
  const result = await run(
    `<skill interface="upper">a</skill>${diagram}<skill interface="fail" on-failure="skip" retries="1"/>`,
  );
  const write = spanWriter(api);
  for (const event of store.events(result.run ?? "")) write(event);
  expect(spans.every(({ isEnded }) => isEnded)).toBe(true);
  expect(spans.map(({ name, parent, status, error }) => [name, parent, status, error].join("|"))).toEqual([
    "aml run a.md||done|",
    "upper|aml run a.md|success|",
    "dde-simple|aml run a.md|success|",
    "A|aml run a.md|done|",
    "fail|aml run a.md||broken",
    "fail|aml run a.md|skipped|attempt 1: broken; attempt 2: broken",
  ]);
});

test("without the package there is no tracing, and no fault", async () => {
  expect(await findTracingApi()).toBeNull();
});

import type { TrustLevel } from "../5-authorise/trust.ts";
import { limitedAgents } from "../agent/limited-agents.ts";
import { type Diagnostic, hasErrors } from "../diagnostics/diagnostic.ts";
import { crashPoint } from "../journal/crash-point.ts";
import { currentDriver, livenessOf } from "../journal/driver-identity.ts";
import type { Event, EventBody } from "../journal/events.ts";
import type { Answer } from "../plan/plan.ts";
import { sweepMarker } from "../process/end.ts";
import { openStore } from "../store/open-store.ts";
import type { AnswerResult, Lease, RunSummary } from "../store/store.ts";
import { builtInTools } from "../tools/built-in-tools.ts";
import { choosePlans } from "./choose-plans.ts";
import { systemClock } from "./clock.ts";
import { deferredRun } from "./deferred-run.ts";
import { driveRun } from "./drive-run.ts";
import { type EventFeed, eventFeed } from "./event-feed.ts";
import { type DocumentParams, mayDeclareParams, readParams } from "./front-matter-params.ts";
import { endLeftovers, type Leftovers } from "./leftovers.ts";
import { withPlanIds } from "./plan-names.ts";
import { prepare, type RunSource } from "./prepare.ts";
import type { Prepared } from "./prepared.ts";
import { repeatedly } from "./repeatedly.ts";
import { assertResumable, assertSameAgents, heldMessage } from "./resumable.ts";
import { RunError } from "./run-error.ts";
import { chosenRunId, newRunId } from "./run-id.ts";
import { runJournal } from "./run-journal.ts";
import type { ResumeOptions, RunOptions } from "./run-options.ts";
import type { GivenParams } from "./run-params.ts";
import { type RunResult, refusedResult, resultOf } from "./run-result.ts";
import { type RunSettings, readRunSettings } from "./run-settings.ts";
import type { RuntimeOptions } from "./runtime-options.ts";
import { findTracingApi, spanWriter } from "./telemetry.ts";
import { hashOf } from "./text-hash.ts";

/** One run: its events as they become durable, and its end. */
export interface Run extends AsyncIterable<Event> {
  /**
   * Null for a document that was refused, and the earlier run's where its plan is gone on with; a document that declares
   * params is read first, and only its result can tell.
   */
  readonly id: string | null;
  /**
   * Rejects only for what ends the process's right or ability to write: a lost lease, a store that fails, a fault; and with
   * a `RunError` when the run of a chosen plan cannot be gone on with.
   */
  readonly result: Promise<RunResult>;
  /**
   * A person's answer to a checkpoint or an approval, recorded once; whatever waits for it goes on, and a run that ended
   * waiting is resumed by whoever wants it to.
   */
  answer(question: string, answer: Omit<Answer, "at">): Promise<AnswerResult>;
  /** Stops it; what is in progress runs again when it is resumed. */
  interrupt(): void;
  /** Stops it for good; `actor` is kept in the record. */
  cancel(actor?: string): void;
}

export interface Runtime {
  /** What runs of this store had left running whose driver was killed, and was ended before anything began. */
  readonly leftovers: readonly Leftovers[];
  /** Starts a document. One that cannot run gives a run without an id whose result is `refused`. */
  run(source: RunSource, options: RunOptions): Run;
  /** Goes on with a run that nobody drives. Throws a `RunError` when that is not possible. */
  resume(id: string, options?: ResumeOptions): Promise<Run>;
  /** What a run has come to; null for an unknown one. */
  get(id: string): RunResult | null;
  list(): readonly RunSummary[];
  close(): Promise<void>;
}

/** Opens the store and gives a runtime (DESIGN.md 10). Throws a `StoreError` when the file cannot be used. */
export async function createRuntime(options: RuntimeOptions): Promise<Runtime> {
  const store = typeof options.store === "string" ? await openStore(options.store) : options.store;
  const clock = options.clock ?? systemClock;
  const driver = currentDriver();
  const { toolProviders = [], privateHosts = [] } = options;
  const tools = options.tools ?? builtInTools({ privateHosts });
  const handlers = new Map(Object.entries(options.handlers ?? {}));
  const limits = options.limits ?? {};
  const agents = options.agents === undefined ? null : limitedAgents(options.agents, limits);
  const active = new Set<Promise<unknown>>();
  const tracing = await findTracingApi();
  const leftovers = await endLeftovers(store);

  function prepared(source: RunSource, run: string, trust: TrustLevel, ofRun: RunInputs = {}): Prepared {
    const { permissions, defaultAgent, otherAgents } = options;
    return prepare(source, {
      run,
      trust,
      hasPolicy: permissions !== null,
      agents: agents?.names ?? [],
      ...(otherAgents === undefined ? {} : { otherAgents }),
      defaultAgent: defaultAgent ?? null,
      tools,
      toolProviders,
      handlers: new Set(handlers.keys()),
      granted: new Set(options.granted),
      confirmable: new Set(options.confirm),
      limits,
      hasDatabase: options.database !== undefined,
      ...ofRun,
    });
  }

  function launch(record: Launched, lease: Lease, document: Prepared, feed: EventFeed, signal?: AbortSignal): Run {
    const stop = new AbortController();
    const interrupt = () => stop.abort();
    let isCancelled = false;
    const journal = runJournal(store, lease, (event) => {
      isCancelled ||= event.type === "cancel.requested";
      if (isCancelled) interrupt();
      feed.push(event);
    });
    // Three times in the time a lease lasts; and often enough that whoever cancels a run need not wait for it.
    const duties = [
      repeatedly(() => journal.renew(clock.now()), store.leaseMs / 3, interrupt),
      repeatedly(journal.poll, pollMs, interrupt),
    ];
    const { permissions, environment = [], database = null, workspace, transcript } = options;
    const driving = driveRun({
      ...record.settings,
      store,
      journal,
      clock,
      permissions,
      agents,
      environment,
      database,
      workspace,
      tools,
      toolProviders: record.settings.trust === "trusted" ? toolProviders : [],
      handlers,
      maxDepth: options.maxDepth ?? 16,
      file: record.file,
      nodes: document.nodes,
      signal: signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal]),
      isCancelled: () => isCancelled,
      transcript: (session, lines) => transcript?.(record.id, session, lines),
    });
    const result = driving
      .finally(() => {
        for (const duty of duties) duty.end();
        feed.end();
      })
      .then(
        () => resultOf(store, record.id, document.diagnostics),
        (error: unknown) => {
          throw duties.map((duty) => duty.failure()).find((failure) => failure !== undefined) ?? error;
        },
      );
    keepUntilSettled(result);
    return {
      id: record.id,
      result,
      interrupt,
      async answer(question, answer) {
        const answered = store.answer(record.id, question, { ...answer, at: new Date(clock.now()).toISOString() });
        if (answered.ok) journal.poll();
        return answered;
      },
      cancel(actor = "the host") {
        if (store.requestCancel(record.id, actor) !== null) journal.poll();
      },
      [Symbol.asyncIterator]: () => feed[Symbol.asyncIterator](),
    };
  }

  /** With tracing spans made of what is pushed, where the host has OpenTelemetry. */
  function feedOf(earlier: readonly Event[]): EventFeed {
    return eventFeed(earlier, tracing === null ? undefined : spanWriter(tracing));
  }

  function keepUntilSettled(result: Promise<unknown>): void {
    const settled = result.catch(() => {});
    active.add(settled);
    void settled.then(() => active.delete(settled));
  }

  function begin(id: string, source: RunSource, started: RunOptions, declared: DocumentParams | null): Run {
    const { trust, params: given = {}, maxParallel = 1, agentGates = true, budget = {}, agent, signal } = started;
    const document = prepared(source, id, trust, { declared, given });
    if (hasErrors(document.diagnostics)) return refusedRun(document.diagnostics);
    const { file, text } = source;
    const { designId = null, newPlan: isNew = false } = started;
    const permissions = options.permissions?.label ?? null;
    const recording = agents?.recording === undefined ? {} : { recording: agents.recording };
    const served = { ...(agent === undefined ? {} : { agent }), ...recording };
    const terms = { permissions, agentGates, ...served };
    const chosen = choosePlans(document.nodes, { source, designId, isNew, trust, params: given, terms }, store);
    if (chosen.type === "refused") return refusedRun([...document.diagnostics, ...chosen.diagnostics]);
    if (chosen.type === "continue")
      return deferredRun(chosen.run, resume(chosen.run, signal === undefined ? {} : { signal }));
    const { params } = document;
    const { nodes, ids: planIds } = chosen;
    const hash = hashOf(text);
    const { definitions, defaults, agents: described, package: owner } = source;
    const sources = {
      ...(owner === undefined ? {} : { package: owner }),
      ...(definitions === undefined ? {} : { definitions }),
      ...(defaults === undefined ? {} : { defaults }),
      ...(described === undefined ? {} : { agents: described }),
    };
    const settings: RunSettings = {
      trust,
      params,
      maxParallel,
      agentGates,
      budget,
      permissions,
      sources,
      planIds,
      ...served,
    };
    const first: EventBody = { type: "run.started", data: { file, hash, trust, permissions, params, ...recording } };
    const at = clock.now();
    const run = { id, file, text, hash, options: settings, startedAt: new Date(at).toISOString() };
    const { lease, event } = store.createRun(run, driver, at, first);
    const feed = feedOf([]);
    feed.push(event);
    return launch({ id, file, settings }, lease, { ...document, nodes }, feed, signal);
  }

  async function resume(id: string, { signal, currentText }: ResumeOptions = {}): Promise<Run> {
    const record = store.getRun(id);
    if (record === null) throw new RunError("unknown-run", `there is no run ${id}; aml status lists them`);
    assertResumable(record, currentText);
    const settings = readRunSettings(record.options);
    assertSameAgents(id, settings.recording, agents?.recording);
    const source = { ...settings.sources, file: record.file, text: record.text };
    const document = prepared(source, id, settings.trust);
    if (hasErrors(document.diagnostics)) return refusedRun(document.diagnostics);
    const lease = store.acquire(id, driver, clock.now(), livenessOf);
    if ("heldBy" in lease) throw new RunError("held", heldMessage(id, lease.heldBy));
    crashPoint("run-taken");
    // Whatever a driver that died has left running must not work beside the next attempt.
    await sweepMarker(id);
    crashPoint("leftovers-ended");
    const feed = feedOf(store.events(id));
    const permissions = options.permissions?.label ?? null;
    for (const event of store.append(lease, [{ type: "run.resumed", data: { driver: driver.id, permissions } }]))
      feed.push(event);
    const nodes = withPlanIds(document.nodes, settings.planIds ?? {});
    return launch({ id, file: record.file, settings }, lease, { ...document, nodes }, feed, signal);
  }

  return {
    leftovers,
    run(source, started) {
      const id = started.id === undefined ? newRunId() : chosenRunId(started.id);
      if (!mayDeclareParams(source)) return begin(id, source, started, null);
      const run = deferredRun(
        id,
        readParams(source).then((declared) => begin(id, source, started, declared)),
      );
      keepUntilSettled(run.result);
      return run;
    },

    resume,

    get: (id) => (store.getRun(id) === null ? null : resultOf(store, id, [])),
    list: () => store.listRuns(),

    async close() {
      await Promise.all(active);
      if (typeof options.store === "string") store.close();
    },
  };
}

/** How often a drive looks at what others have recorded, in milliseconds. */
const pollMs = 500;

interface RunInputs {
  readonly declared?: DocumentParams | null;
  readonly given?: GivenParams;
}

interface Launched {
  readonly id: string;
  readonly file: string;
  readonly settings: RunSettings;
}

function refusedRun(diagnostics: readonly Diagnostic[]): Run {
  const feed = eventFeed();
  feed.end();
  const result = Promise.resolve(refusedResult(diagnostics));
  return {
    id: null,
    result,
    answer: async () => ({ ok: false, why: "unknown" }),
    interrupt: () => {},
    cancel: () => {},
    [Symbol.asyncIterator]: () => feed[Symbol.asyncIterator](),
  };
}

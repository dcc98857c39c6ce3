import type { TrustLevel } from "../5-authorise/trust.ts";
import {
  invalidPlanId,
  oneDiagramNeeded,
  planFinished,
  planFollowedByAgent,
  planOfEditedDocument,
  planOfOtherDiagram,
  planOfOtherTerms,
  planUnfinished,
} from "../diagnostics/catalogue.generated.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { isPlanId } from "../diagram/compile/plan-id.ts";
import type { Store } from "../store/store.ts";
import { type Source, sourceFile } from "../text/source-file.ts";
import { type KnownPlan, knownPlan } from "./known-plan.ts";
import { isLaterPlanId } from "./plan-id.ts";
import { namedPlans, repeatedPlanIds, withPlanIds } from "./plan-names.ts";
import { diagramsOf, type PreparedDiagram, type PreparedNode } from "./prepared.ts";
import { statusNow } from "./run-result.ts";
import { type RunSettings, readRunSettings } from "./run-settings.ts";
import { hashOf } from "./text-hash.ts";

/** What a run is asked to do about the ids that were chosen for its plans. */
export interface PlanChoice {
  readonly source: Source;
  /** `--design-id`: of the document's one diagram. */
  readonly designId: string | null;
  /** `--new`: a finished plan does not stand in the way of another. */
  readonly isNew: boolean;
  readonly trust: TrustLevel;
  /** As given. */
  readonly params: Readonly<Record<string, string>>;
  /** What this runtime and call would drive it with. */
  readonly terms: DriveTerms;
}

/** Who does the work of a run, who lets it, and whether it is recorded: a plan goes on with the same. */
export type DriveTerms = Pick<RunSettings, "agent" | "permissions" | "agentGates" | "recording">;

export type ChosenPlans =
  | { readonly type: "begin"; readonly nodes: readonly PreparedNode[]; readonly ids: Readonly<Record<string, string>> }
  | { readonly type: "continue"; readonly run: string }
  | { readonly type: "refused"; readonly diagnostics: readonly Diagnostic[] };

/**
 * What the chosen ids of a document's plans stand for (diagram.md 1): nothing yet, an unfinished plan to go on with, or one
 * that is in the way. Nothing is written.
 */
export function choosePlans(prepared: readonly PreparedNode[], choice: PlanChoice, store: Store): ChosenPlans {
  const renamed = nodesNamed(prepared, choice);
  if ("diagnostics" in renamed) return { type: "refused", ...renamed };
  const named = namedPlans(renamed.nodes);
  const later = named
    .filter(({ mechanism }) => isLaterPlanId(mechanism.plan.id))
    .map(({ mechanism, at }) => invalidPlanId({ at, id: mechanism.plan.id }));
  const repeated = repeatedPlanIds(named.map(({ mechanism, at }) => ({ id: mechanism.plan.id, at })));
  const found = named.map((node) => ({ node, known: knownPlan(store, node.mechanism.plan.id) }));
  const inTheWay = found.flatMap(({ node, known }) => (known === null ? [] : obstacles(node, known, choice)));
  const diagnostics = [...later, ...repeated, ...inTheWay];
  if (diagnostics.length > 0) return { type: "refused", diagnostics };
  const unfinished = found.find(({ known }) => known !== null && !known.isFinished)?.known;
  if (unfinished !== undefined && unfinished !== null) return { type: "continue", run: unfinished.run.id };
  const ids = Object.fromEntries(found.map(({ node, known }) => [node.path, known?.nextId ?? node.mechanism.plan.id]));
  return { type: "begin", nodes: withPlanIds(renamed.nodes, ids), ids };
}

function nodesNamed(
  nodes: readonly PreparedNode[],
  { designId, source }: PlanChoice,
): { readonly nodes: readonly PreparedNode[] } | { readonly diagnostics: readonly Diagnostic[] } {
  if (designId === null) return { nodes };
  const at = { source: sourceFile(source), start: 0, end: 0 };
  if (!isPlanId(designId)) return { diagnostics: [invalidPlanId({ at, id: designId })] };
  const diagrams = diagramsOf(nodes);
  const [only] = diagrams;
  if (only !== undefined && diagrams.length === 1) return { nodes: withPlanIds(nodes, { [only.path]: designId }) };
  return { diagnostics: [oneDiagramNeeded({ at, count: diagrams.length })] };
}

/** What to do about each. */
const help = {
  otherDiagram: "give back the diagram and the steps that it began with, or choose another id",
  finished: "--new begins another plan under this id",
  unfinished: (run: string) => `leave --new out to go on with it, or end it with aml cancel ${run}`,
  edited: (run: string) => `undo the change to go on, or end it with aml cancel ${run} and begin another with --new`,
  otherTerms: "give the same as then, or leave it out",
  resume: (run: string) => `give the same as then, or go on with it as it began: aml resume ${run}`,
} as const;

/** Why a plan that is there can neither be gone on with nor be followed by another. */
function obstacles(
  { at, mechanism }: PreparedDiagram,
  { id, run, hash, isFinished }: KnownPlan,
  { isNew, source, trust, params, terms }: PlanChoice,
): Diagnostic[] {
  const known = { at, id, run: run.id };
  const ours = mechanism.plan.hash;
  if (ours !== hash) return [planOfOtherDiagram({ at, id, theirs: hash, ours, help: help.otherDiagram })];
  if (isFinished) return isNew ? [] : [planFinished({ ...known, status: run.status, help: help.finished })];
  if (isNew) return [planUnfinished({ ...known, status: statusNow(run), help: help.unfinished(run.id) })];
  const settings = readRunSettings(run.options);
  if (settings.guided === true) return [planFollowedByAgent(known)];
  if (run.hash !== hashOf(source.text))
    return [planOfEditedDocument({ ...known, file: run.file, help: help.edited(run.id) })];
  if (settings.trust !== trust)
    return [planOfOtherTerms({ ...known, term: "trust in its document", help: help.otherTerms })];
  const term = otherTerm(settings, terms);
  if (term !== null) return [planOfOtherTerms({ ...known, term, help: help.resume(run.id) })];
  const differing = Object.keys(params).find((name) => settings.params[name] !== params[name]);
  return differing === undefined
    ? []
    : [planOfOtherTerms({ ...known, term: `value of the param ${differing}`, help: help.otherTerms })];
}

function otherTerm(began: DriveTerms, now: DriveTerms): string | null {
  if (began.agent !== now.agent) return "agent";
  if (began.permissions !== now.permissions) return "permission policy";
  if (began.agentGates !== now.agentGates) return "word on who decides gates";
  const isRecordedAlike =
    began.recording?.mode === now.recording?.mode && began.recording?.folder === now.recording?.folder;
  return isRecordedAlike ? null : "recording";
}

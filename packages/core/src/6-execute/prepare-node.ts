import type { ImplementationDefinition } from "../3-register/definition.ts";
import type { ParamValue } from "../4-resolve/params.ts";
import type { Resolution } from "../4-resolve/resolution.ts";
import { effectiveTools } from "../5-authorise/effective-tools.ts";
import type { ToolSet } from "../5-authorise/tool-set.ts";
import { attribute, type Document, type Element, isElement, type Node } from "../ast/nodes.ts";
import { placeOfTag } from "../ast/place-of.ts";
import { textOf } from "../ast/text-of.ts";
import type { CheckResult } from "../check.ts";
import { nestedTooDeeply, sessionTextNotSent } from "../diagnostics/catalogue.generated.ts";
import { type Diagnostic, hasErrors } from "../diagnostics/diagnostic.ts";
import type { PlanNode } from "../plan/plan.ts";
import type { Place } from "../text/source-file.ts";
import { agentScope } from "./agent-scope.ts";
import {
  checkAgent,
  checkCapabilities,
  checkSession,
  checkStepNeeds,
  checkTool,
  type Offer,
  toConfirm,
} from "./check-needs.ts";
import { compileDiagram, type DiagramText } from "./compile-diagram.ts";
import { neededCapabilities, promptCapabilities } from "./needed-capabilities.ts";
import { hasOwnText } from "./own-text.ts";
import { planId } from "./plan-id.ts";
import { type FoundMechanism, mechanismOf, onFailureOf, paramsWithDefaults, settingsOf } from "./prepare-skill.ts";
import type {
  AgentScope,
  Mechanism,
  ParentSession,
  PreparedDiagram,
  PreparedDirective,
  PreparedNode,
  PreparedSkill,
} from "./prepared.ts";
import { returnsOf } from "./returns.ts";
import { hashOf } from "./text-hash.ts";

/** What holds at a place of the walk. */
export interface PlaceScope {
  readonly path: string;
  readonly depth: number;
  readonly tools: ToolSet;
  readonly agent: AgentScope | null;
  readonly session: string;
  readonly parent: ParentSession | null;
  /** An `<agent>` is around it: text of a session there is that agent's. */
  readonly isInAgent: boolean;
}

export interface Preparation {
  readonly file: string;
  readonly options: Offer & { readonly run: string; readonly defaultAgent: string | null };
  readonly checked: CheckResult;
  /** The one that runs; undefined for a file that is a diagram. */
  readonly document: Document | undefined;
  readonly params: ReadonlyMap<Element, ReadonlyMap<string, ParamValue>>;
  readonly report: (found: readonly Diagnostic[]) => void;
}

/** Deeper than any procedure, and far from where recursion would end. */
const deepest = 64;

/** Children as they will be executed; definitions become nothing. */
export function preparedChildren(
  document: Document,
  children: readonly Node[],
  scope: PlaceScope,
  preparation: Preparation,
): PreparedNode[] {
  let place = -1;
  return children.flatMap((child): PreparedNode[] => {
    if (!isElement(child)) return [{ kind: "text", text: textOf(document, child) }];
    place += 1;
    const path = scope.path === "" ? String(place) : `${scope.path}.${place}`;
    const inside = { ...scope, path, depth: scope.depth + 1 };
    if (inside.depth > deepest) {
      preparation.report([nestedTooDeeply({ at: placeOfTag(document, child), limit: deepest })]);
      return [];
    }
    const { resolutions, agents } = preparation.checked;
    const tools = effectiveTools(document, child, { resolutions, agents });
    return preparedElement(document, child, { ...inside, tools }, preparation);
  });
}

function preparedElement(
  document: Document,
  element: Element,
  scope: PlaceScope,
  preparation: Preparation,
): PreparedNode[] {
  switch (element.kind) {
    case "invocation":
    case "usage":
      return preparedSkill(document, element, scope, preparation);
    case "tool":
    case "session":
    case "agent":
      return [preparedDirective(document, element, scope, preparation)];
    default:
      return [];
  }
}

/** The plan of a diagram with everything its steps need; null when something is wrong, which is reported. */
export function preparedPlan(
  text: DiagramText,
  at: Place,
  scope: PlaceScope,
  { file, options, report }: Preparation,
  designId?: string,
): PreparedDiagram["mechanism"] | null {
  const { plan, placeOf, diagnostics } = compileDiagram(
    text,
    designId ?? planId(file, options.run, scope.path),
    scope.tools,
  );
  report(diagnostics);
  for (const node of plan?.nodes ?? []) {
    // Copies of a loop's node need what the first needs.
    if ((node.iter ?? 1) === 1) report(checkStepNeeds(node, scope.agent, placeOf(node) ?? at, options));
  }
  if (plan === null) return null;
  const { agent } = scope;
  const mayDecide = (step: string, tools: ToolSet) => {
    const found = checkAgent({ step, tools, agent, at }, options);
    if (hasErrors(found)) return false;
    report(found);
    return true;
  };
  const forPeople = plan.nodes.filter(
    ({ type, block, id, tools }) => isUndecided(type, block) && !mayDecide(id, tools),
  );
  return {
    type: "diagram",
    plan,
    gatesForPeople: new Set(forPeople.map(({ id }) => id)),
    isNamed: designId !== undefined,
  };
}

function isUndecided(type: PlanNode["type"], block: PlanNode["block"]): boolean {
  return type === "gate" && block === undefined;
}

function preparedSkill(
  document: Document,
  element: Element,
  scope: PlaceScope,
  preparation: Preparation,
): PreparedNode[] {
  const { checked, options, params, report } = preparation;
  const at = placeOfTag(document, element);
  const resolution = checked.resolutions.get(element);
  const name = requestedName(element) ?? resolution?.implementation.name ?? "skill";
  const mechanism =
    resolution === undefined ? unresolved(name) : builtMechanism(document, element, resolution, at, scope, preparation);
  if (mechanism === null) return [];
  const definition = resolution?.interface;
  const isDiagram = mechanism.type === "diagram";
  const capabilities = resolution?.implementation.capabilities ?? [];
  const { tools } = scope;
  const skill: PreparedSkill = {
    kind: "skill",
    name,
    implementation: resolution?.implementation.name ?? name,
    definition: resolution === undefined ? null : originOf(resolution.implementation),
    mechanism,
    path: scope.path,
    at,
    source: document.source.text.slice(element.start, element.end),
    tools,
    agent: scope.agent,
    session: scope.session,
    parent: parentOf(name, scope, at, options),
    ...settingsOf(element),
    params: paramsWithDefaults(params.get(element), definition),
    returns: returnsOf(definition, checked.registry),
    capabilities,
    confirm: toConfirm(neededCapabilities({ mechanism, capabilities, tools }, options), options),
    children: isDiagram ? [] : preparedChildren(document, element.children, scope, preparation),
  };
  report(checkSkillNeeds(skill, at, options));
  return [skill];
}

function builtMechanism(
  document: Document,
  element: Element,
  resolution: Resolution,
  at: Place,
  scope: PlaceScope,
  preparation: Preparation,
): Mechanism | null {
  const found: FoundMechanism = mechanismOf(document, element, resolution, preparation.options.handlers);
  if (found.type !== "diagram") {
    const { diagnostics = [], ...mechanism } = found;
    preparation.report(diagnostics);
    return diagnostics.length === 0 ? mechanism : null;
  }
  return preparedPlan(found.text, at, scope, preparation, found.designId);
}

/** The session around, if it may be asked at all. */
function parentOf(step: string, { parent, tools }: PlaceScope, at: Place, options: Offer): ParentSession | null {
  return parent !== null && !hasErrors(checkAgent({ step, tools, agent: parent, at }, options)) ? parent : null;
}

/** What a trace says of an implementation: its package, and which text it was. */
function originOf({ package: owner, document, element }: ImplementationDefinition): PreparedSkill["definition"] {
  return { package: owner.name, hash: hashOf(document.source.text.slice(element.start, element.end)) };
}

/** Reported when it was resolved; tolerated there, it fails when the run reaches it (language.md 1). */
function unresolved(name: string): Mechanism {
  return { type: "unresolved", message: `nothing implements ${name}` };
}

function checkSkillNeeds(skill: PreparedSkill, at: Place, options: Offer): Diagnostic[] {
  const { mechanism, name: step, tools, agent, capabilities } = skill;
  const needing = { step, tools, agent, at };
  const declared = checkCapabilities(step, skill.implementation, capabilities, at, options);
  if (mechanism.type === "tool") return [...declared, ...checkTool(needing, mechanism.tool, options)];
  if (mechanism.type === "prompt") return [...declared, ...checkAgent(needing, options)];
  return declared;
}

function preparedDirective(
  document: Document,
  element: Element,
  scope: PlaceScope,
  preparation: Preparation,
): PreparedDirective {
  const at = placeOfTag(document, element);
  const kind = element.kind === "agent" ? "agent" : element.kind === "session" ? "session" : "tool";
  const agent = kind === "agent" ? agentScope(element, preparation.checked.agents, preparation.options) : scope.agent;
  const session = sessionOf(element, scope);
  const isOwnSession = kind === "agent" || session !== scope.session;
  const inside = {
    ...scope,
    agent,
    session,
    parent: isOwnSession ? scope.agent && { ...scope.agent, session: scope.session } : scope.parent,
    isInAgent: scope.isInAgent || kind === "agent",
  };
  if (inside.session !== scope.session)
    preparation.report(checkSession(attribute(element, "name") ?? "*", at, preparation.options));
  const isText = kind !== "tool" && hasOwnText(document, element.children);
  const isPrompt = isText && (kind === "agent" || (!scope.isInAgent && scope.agent !== null));
  if (isPrompt)
    preparation.report(checkAgent({ step: `<${kind}>`, tools: scope.tools, agent, at }, preparation.options));
  if (isText && !isPrompt && !scope.isInAgent) preparation.report([sessionTextNotSent({ at })]);
  return {
    kind,
    name: attribute(element, "name") ?? "",
    path: scope.path,
    at,
    source: document.source.text.slice(element.start, element.end),
    tools: scope.tools,
    agent,
    session: inside.session,
    onFailure: kind === "tool" ? "halt" : onFailureOf(element),
    isPrompt,
    confirm: isPrompt ? toConfirm(promptCapabilities(scope.tools, preparation.options), preparation.options) : [],
    isBackground: kind === "agent" && attribute(element, "mode") === "background",
    children: preparedChildren(document, element.children, inside, preparation),
  };
}

function requestedName(element: Element): string | undefined {
  return ["impl", "interface", "name", "ref"].map((key) => attribute(element, key)).find((name) => name !== undefined);
}

/** A `<session>` begins a session of its own: by its name, else by its place (language.md 7.4). */
function sessionOf(element: Element, { path, session }: PlaceScope): string {
  if (element.kind !== "session" || attribute(element, "isolated") === "false") return session;
  return attribute(element, "name") ?? `session-${path}`;
}

import { contracts, implementations, interfaces } from "./requirements/definitions.ts";
import { directives, toolConstraints } from "./requirements/directives.ts";
import { agentsAndSessions, execution, mechanisms, policies } from "./requirements/execution.ts";
import { invocations, skillForms } from "./requirements/invocations.ts";
import { registry } from "./requirements/registry.ts";
import { diagnostics, resolution } from "./requirements/resolution.ts";
import { root } from "./requirements/root.ts";
import { tags } from "./requirements/tags.ts";
import { text } from "./requirements/text.ts";

const sections = [
  tags,
  text,
  root,
  skillForms,
  invocations,
  interfaces,
  implementations,
  contracts,
  registry,
  directives,
  toolConstraints,
  resolution,
  execution,
  mechanisms,
  agentsAndSessions,
  policies,
  diagnostics,
] as const;

type IdsOf<Section> = Section extends { readonly rules: infer Rules } ? keyof Rules & string : never;

/** What a test may cite; an unknown one does not compile. */
export type RequirementId = IdsOf<(typeof sections)[number]>;

export interface Requirement {
  readonly id: string;
  /** Of the AML language. */
  readonly section: string;
  readonly behaviour: string;
}

/** Every rule of the language that a test can show; each is cited by one, which `requirements.test.ts` checks. */
export const requirements: readonly Requirement[] = sections.flatMap(({ section, rules }) =>
  Object.entries(rules).map(([id, behaviour]) => ({ id, section, behaviour })),
);

/** A plan that contradicts the rules: a definition no compiler makes, a state no transition reaches, a change that does not fit. */
export class PlanError extends Error {
  override readonly name = "PlanError";
}

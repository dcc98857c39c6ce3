import { type RequirementId, requirements } from "../../../../spec/requirements.ts";

export type { RequirementId };

const known = new Set(requirements.map(({ id }) => id));

/**
 * Says which rules of the language a test shows. It checks no rule itself: `requirements.test.ts` reads these calls, so
 * that a rule which no test cites fails the suite. The ids stand in the call as plain strings.
 */
export function verifies(...ids: readonly RequirementId[]): void {
  for (const id of ids) if (!known.has(id)) throw new Error(`${id} is no requirement of spec/requirements.ts`);
}

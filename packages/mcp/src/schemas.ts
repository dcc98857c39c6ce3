import { z } from "zod";

/** Characters that a text given in a call has at most. */
const longest = 1_000_000;

export const text = z.string().max(longest);

export const planId = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/)
  .describe("Id of the plan.");

export const params = z
  .record(z.string().min(1).max(200), text)
  .describe("Values for {name} in briefs and for params that the document declares.");

export const file = z.string().min(1).max(4096).describe("Path of a file in the project.");

/** The attempt that `plan_next` gave. */
export const givenAttempt = {
  plan: planId,
  step: z.string().min(1).max(1000).describe("Id of the step, as plan_next gave it."),
  attempt: z.int().min(1).max(1_000_000).describe("Attempt number, as plan_next gave it."),
};

export const output = text.describe("What later steps need to know: text or JSON.");

import { AgentError } from "@agent-markup/core";
import { type RigOptions, scriptedSession } from "./scripted-session.ts";

/** The code and message of the error that opening ends with. */
export async function refusal(script: unknown, options: RigOptions = {}): Promise<AgentError> {
  try {
    await scriptedSession(script, options);
  } catch (error) {
    if (error instanceof AgentError) return error;
    throw error;
  }
  throw new Error("the session was opened");
}

import { AgentError } from "@agent-markup/core";
import { isObject } from "../transport/message.ts";

/** An environment variable that holds an agent's settings as JSON, with ours put over what the operator set there. */
export function settingsVariable(
  environment: Readonly<Record<string, string>>,
  name: string,
  settings: Readonly<Record<string, unknown>>,
): Readonly<Record<string, string>> {
  return { [name]: JSON.stringify(merged(given(environment[name], name), settings)) };
}

function given(text: string | undefined, name: string): Record<string, unknown> {
  if (text === undefined || text.trim() === "") return {};
  const value = parsed(text);
  if (isObject(value)) return value;
  throw new AgentError("not_configured", `${name} must hold a JSON object, for the runtime has to add to it`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Objects are merged, everything else of `over` replaces. */
function merged(under: Record<string, unknown>, over: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const result = { ...under };
  for (const [name, value] of Object.entries(over)) {
    const before = result[name];
    result[name] = isObject(before) && isObject(value) ? merged(before, value) : value;
  }
  return result;
}

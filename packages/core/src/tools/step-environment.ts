import { environmentOf } from "../process/environment.ts";
import type { ToolContext } from "./tool.ts";
import { refuse } from "./tool-error.ts";

/** The system's limit for one variable, its name included. */
const maxVariableBytes = 128 * 1024;

/** What a script is told: params, where the outputs are, and which attempt at what it is (diagram.md 3 and 5). */
export function stepEnvironment(context: ToolContext, outputsFile: string): Record<string, string> {
  const { run, step, attempt, iter, maxIter } = context;
  const values = {
    ...paramVariables(context.params),
    AML_RUN: run,
    AML_STEP: step,
    AML_ATTEMPT: String(attempt),
    AML_OUTPUTS: outputsFile,
    ...(iter === undefined ? {} : { AML_ITER: String(iter) }),
    ...(maxIter === undefined ? {} : { AML_MAX_ITER: String(maxIter) }),
  };
  return environmentOf({ inherited: process.env, allow: context.environment, values });
}

/** `AML_PARAM_<NAME>` for each param; two names that come to the same variable are refused, whatever their values. */
function paramVariables(params: Readonly<Record<string, string>>): Record<string, string> {
  const variables = new Map<string, string>();
  const names = new Map<string, string>();
  for (const [name, value] of Object.entries(params)) {
    const variable = `AML_PARAM_${name.replace(/[^A-Za-z0-9]/gu, "_").toUpperCase()}`;
    const other = names.get(variable);
    if (other !== undefined) refuse(`the params "${other}" and "${name}" both come to ${variable}: rename one`);
    if (value.includes("\0")) refuse(`the param "${name}" holds a NUL character, which no variable can`);
    if (Buffer.byteLength(`${variable}=${value}`) >= maxVariableBytes) {
      refuse(`the param "${name}" is too long for a variable (${maxVariableBytes} bytes)`);
    }
    names.set(variable, name);
    variables.set(variable, value);
  }
  return Object.fromEntries(variables);
}

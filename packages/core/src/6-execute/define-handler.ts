import type { Handler, HandlerInput, HandlerResult } from "./handler.ts";

/** As much of a Standard Schema (standardschema.dev, version 1) as is used: zod, valibot, arktype and others make them. */
export interface StandardSchema<Output> {
  readonly "~standard": {
    readonly version: 1;
    readonly validate: (value: unknown) => SchemaResult<Output> | Promise<SchemaResult<Output>>;
  };
}

type SchemaResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly { readonly message: string; readonly path?: readonly unknown[] | undefined }[] };

export interface HandlerDefinition<Params> {
  /** What the params must be; the handler gets what the schema makes of them. */
  readonly params: StandardSchema<Params>;
  run(input: Omit<HandlerInput, "params"> & { readonly params: Params }): HandlerResult | Promise<HandlerResult>;
}

/** A handler whose params are checked and typed by a schema; params that do not fit fail the skill before it runs. */
export function defineHandler<Params>({ params: schema, run }: HandlerDefinition<Params>): Handler {
  return async (input) => {
    const result = await schema["~standard"].validate(input.params);
    if (result.issues !== undefined) {
      throw new TypeError(
        `params: ${result.issues.map(({ message, path }) => `${pathText(path)}${message}`).join("; ")}`,
      );
    }
    return run({ ...input, params: result.value });
  };
}

function pathText(path: readonly unknown[] | undefined): string {
  return path === undefined || path.length === 0 ? "" : `${path.map(keyText).join(".")}: `;
}

/** A path holds keys, or objects that hold one. */
function keyText(key: unknown): string {
  return typeof key === "object" && key !== null && "key" in key ? String(key.key) : String(key);
}

/** The parts of a request that decide the reply, whatever its shape. */
export type Body = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is Body {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function objectsIn(value: unknown): readonly Body[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

export function namesOf(tools: readonly Body[]): readonly string[] {
  return tools.flatMap(({ name }) => (typeof name === "string" ? [name] : []));
}

export function modelOf(body: Body): string {
  return typeof body.model === "string" ? body.model : "stub-model";
}

import type { ContractDefinition, Declaration, InterfaceDefinition } from "../3-register/definition.ts";
import type { Registry } from "../3-register/registry.ts";
import { type Issue, validateInstance } from "../contracts/validate-instance.ts";

/** What a reply must hold: an interface's `<returns>` (language.md 7.3). */
export interface Returns {
  readonly declared: readonly Declaration[];
  /** Where an object with a member for each of them breaks what is declared. */
  check(values: Readonly<Record<string, unknown>>): readonly Issue[];
}

export interface ReturnedValue {
  readonly ok: true;
  /** The single return's value, or an object with all of them. */
  readonly value: unknown;
}

export type ReadReturns = ReturnedValue | { readonly ok: false; readonly feedback: string };

/** The returns of an interface as one contract with a field for each; null when it declares none. */
export function returnsOf(definition: InterfaceDefinition | undefined, registry: Registry): Returns | null {
  if (definition === undefined || definition.returns.length === 0) return null;
  const { name, package: owner, document, element, returns } = definition;
  const contract: ContractDefinition = {
    kind: "contract",
    name: `${name}-returns`,
    package: owner,
    document,
    element,
    extends: undefined,
    version: undefined,
    fields: returns.map((declaration) => ({ ...declaration, required: true })),
  };
  return { declared: returns, check: (values) => validateInstance(contract, values, registry) };
}

const textTypes: ReadonlySet<string> = new Set(["string", "path", "enum"]);

/** The sentence that asks for them, at the end of a prompt; empty when nothing is declared. */
export function askedFor(returns: Returns | null): string {
  return returns === null ? "" : `Reply with ${whatIsAsked(returns)}.`;
}

/** Asked when a reply does not hold them; `feedback` says where. */
export function askedAgain(returns: Returns, feedback: string): string {
  return `Your reply does not hold what is asked:\n${feedback}\nReply again, with nothing but ${whatIsAsked(returns)}.`;
}

function whatIsAsked({ declared }: Returns): string {
  const [only, second] = declared;
  if (only !== undefined && second === undefined)
    return `${describe(only)}, as ${textTypes.has(only.type) ? "plain text" : "one JSON value"}`;
  return `one JSON object that has these members: ${declared.map(describe).join("; ")}`;
}

/** Reads a reply: a single return is the text or JSON value, several are one JSON object, bare or in a fence. */
export function readReturns(returns: Returns, reply: string): ReadReturns {
  const [only, second] = returns.declared;
  if (only === undefined) return { ok: true, value: reply };
  const isSingle = second === undefined;
  if (isSingle && textTypes.has(only.type)) return judged(returns, { [only.name]: plainText(reply) }, only.name);
  const json = jsonIn(reply);
  if (json === null) return { ok: false, feedback: "- it holds no JSON value" };
  if (isSingle) return judged(returns, { [only.name]: json.value }, only.name);
  const { value } = json;
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return { ok: false, feedback: "- it is no JSON object" };
  return judged(returns, Object.fromEntries(Object.entries(value)), null);
}

function judged(returns: Returns, values: Readonly<Record<string, unknown>>, single: string | null): ReadReturns {
  const issues = returns.check(values);
  if (issues.length === 0) return { ok: true, value: single === null ? values : values[single] };
  return {
    ok: false,
    feedback: issues
      .map(({ pointer, message }) => `- ${pointer === "" ? "the value" : pointer}: ${message}`)
      .join("\n"),
  };
}

function describe({ name, type, values }: Declaration): string {
  return `\`${name}\` (${type === "enum" ? `one of ${values.join(", ")}` : type})`;
}

/** The reply, or the content of the one fence that it consists of. */
function plainText(reply: string): string {
  const trimmed = reply.trim();
  return /^(`{3,})[^\n]*\n([\s\S]*?)\n?\1$/.exec(trimmed)?.[2] ?? trimmed;
}

/** The JSON value of a reply: the whole text, else its last fenced block that is JSON, else its last line. */
function jsonIn(reply: string): { readonly value: unknown } | null {
  const fenced = [...reply.matchAll(/^(`{3,})[^\n]*\n([\s\S]*?)^\1\s*$/gm)].map(([, , text]) => text ?? "");
  const lastLine = reply.trimEnd().split("\n").at(-1) ?? "";
  for (const candidate of [reply, ...fenced.reverse(), lastLine]) {
    try {
      return { value: JSON.parse(candidate) };
    } catch {
      // Not this one: a reply may hold prose around its JSON.
    }
  }
  return null;
}

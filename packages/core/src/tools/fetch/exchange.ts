import type { LookupAddress } from "node:dns";
import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { LookupFunction } from "node:net";
import { errorCode } from "../../process/error-code.ts";
import { refuse, ToolError } from "../tool-error.ts";
import { isPublicAddress } from "./public-address.ts";
import { assertPublic, hostOf, type Target, targetOf } from "./target.ts";

/** Every address of a name. */
export type Lookup = (hostname: string) => Promise<readonly LookupAddress[]>;

export interface FetchRules {
  readonly privateHosts: readonly string[];
  readonly lookup: Lookup;
}

export interface Fetched {
  readonly response: IncomingMessage;
  /** Where it was found in the end. */
  readonly url: URL;
}

const maxRedirects = 5;
const headers = { accept: "text/*, application/json, */*;q=0.5", "accept-encoding": "identity", "user-agent": "aml" };

/** The answer to a GET, redirects followed; each place they lead to is judged like the first. */
export async function fetchFrom(address: string, rules: FetchRules, signal: AbortSignal): Promise<Fetched> {
  let target = targetOf(address, null, rules.privateHosts);
  for (let redirects = 0; ; redirects++) {
    const response = await exchange(target, rules.lookup, signal);
    const location = redirectOf(response);
    if (location === null) return { response, url: target.url };
    response.destroy();
    if (redirects === maxRedirects)
      throw new ToolError("failed", `${address} leads on more than ${maxRedirects} times`);
    target = targetOf(location, target.url, rules.privateHosts);
  }
}

/** On a connection of its own, so that no earlier one is taken whose address was judged by other rules. */
function exchange(target: Target, lookup: Lookup, signal: AbortSignal): Promise<IncomingMessage> {
  const request = target.url.protocol === "https:" ? requestHttps : requestHttp;
  const options = { agent: false, headers, lookup: judgedLookup(target, lookup), signal };
  return new Promise((resolve, reject) => {
    const sent = request(target.url, options, resolve);
    sent.once("error", (error) => reject(reachError(error, target.url)));
    sent.end();
  });
}

/**
 * Looks a name up for the one connection that is then made to what is found: a second answer, which could be another one,
 * is never asked for. Only public addresses are left, if the host may have no others.
 */
export function judgedLookup({ url, mayBePrivate }: Target, lookup: Lookup): LookupFunction {
  return (hostname, { all }, answer) => {
    const judge = (found: readonly LookupAddress[]) => {
      const [first] = found;
      if (first === undefined) refuse(`${hostname} has no address`);
      const allowed = mayBePrivate ? [...found] : found.filter(({ address }) => isPublicAddress(address));
      const [chosen] = allowed;
      if (chosen === undefined) return assertPublic(hostOf(url), first.address);
      if (all === true) answer(null, allowed);
      else answer(null, chosen.address, chosen.family);
    };
    lookup(hostname)
      .then(judge)
      .catch((error: Error) => answer(error, ""));
  };
}

function redirectOf({ statusCode, headers: { location } }: IncomingMessage): string | null {
  const isRedirect = statusCode !== undefined && [301, 302, 303, 307, 308].includes(statusCode);
  return isRedirect && location !== undefined ? location : null;
}

const meanings: ReadonlyMap<string, string> = new Map([
  ["ENOTFOUND", "there is no host of that name"],
  ["EAI_AGAIN", "its name could not be looked up"],
  ["ECONNREFUSED", "nothing answers there"],
  ["ECONNRESET", "the connection was cut"],
  ["EHOSTUNREACH", "there is no way to it"],
  ["ENETUNREACH", "there is no way to it"],
]);

/** What the system says of a connection, in words. */
export function reachError(error: Error, { host }: URL): Error {
  const code = errorCode(error);
  if (error instanceof ToolError || code === "ABORT_ERR") return error;
  return new ToolError("failed", `${host} cannot be reached: ${meanings.get(code) ?? (error.message || code)}`, {
    cause: error,
  });
}

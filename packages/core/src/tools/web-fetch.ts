import { lookup } from "node:dns/promises";
import { optionalCount, requiredText, toolArguments } from "./arguments.ts";
import { boundedText } from "./bounded-text.ts";
import { type FetchRules, fetchFrom, type Lookup, reachError } from "./fetch/exchange.ts";
import { textBody } from "./fetch/text-body.ts";
import { withinTime } from "./time-limit.ts";
import { type Tool, tool } from "./tool.ts";
import { refuse, ToolError } from "./tool-error.ts";

const defaultBytes = 4 * 1024 * 1024;
const mostBytes = 64 * 1024 * 1024;
const defaultTimeoutMs = 30_000;

export interface WebFetchOptions {
  /** Hosts that may have addresses which are not public: names or addresses, with `:port` for one port; none when left out. */
  readonly privateHosts?: readonly string[];
  /** Asks the system when left out. */
  readonly lookup?: Lookup;
}

/**
 * Gets a text from the web (`url`, `max_bytes`) by http or https: no cookies, no passwords, no proxy, at most five
 * redirects, and nothing of a private network (language.md 7.5).
 */
export function webFetch({ privateHosts = [], lookup: find = everyAddress }: WebFetchOptions = {}): Tool {
  const rules: FetchRules = { privateHosts, lookup: find };
  return tool(
    "web_fetch",
    ["net:read"],
    async (call, { outputLimit, timeoutMs = defaultTimeoutMs, signal, ...values }) => {
      const given = toolArguments(call, values, ["url", "max_bytes"]);
      const address = requiredText(given, "url");
      const maxBytes = optionalCount(given, "max_bytes") ?? defaultBytes;
      if (maxBytes > mostBytes) refuse(`"max_bytes" is at most ${mostBytes}`);
      const text = await withinTime({ timeoutMs, signal }, (limited) => fetchText(address, rules, maxBytes, limited));
      return { output: await boundedText(text, outputLimit), warnings: given.warnings };
    },
  );
}

async function fetchText(address: string, rules: FetchRules, maxBytes: number, signal: AbortSignal): Promise<string> {
  const { response, url } = await fetchFrom(address, rules, signal);
  try {
    const { statusCode = 0, statusMessage = "" } = response;
    if (statusCode < 200 || statusCode > 299)
      throw new ToolError("failed", `${url.href} answers ${statusCode} ${statusMessage}`.trimEnd());
    return await textBody(response, url, maxBytes);
  } catch (error) {
    throw error instanceof Error ? reachError(error, url) : error;
  } finally {
    response.destroy();
  }
}

function everyAddress(hostname: string) {
  return lookup(hostname, { all: true });
}

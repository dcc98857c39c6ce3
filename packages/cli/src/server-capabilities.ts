import type { Capability } from "@agent-markup/core";
import { UsageError } from "./exit.ts";
import { list, object, optional, type Reader, record, rejectUnknown } from "./json-reader.ts";

/**
 * `{ "SERVER": { "capabilities": [...], "tools": { "TOOL": [...] } } }`, what the tools of MCP servers can do (language.md 7.5),
 * by the names that tools have in documents. An empty list is of a tool that only computes.
 */
export function serverCapabilities(
  capability: Reader<Capability>,
): Reader<Readonly<Record<string, readonly Capability[]>>> {
  return (value, where) =>
    Object.fromEntries(
      Object.entries(object(value, where)).flatMap(([server, given]) => {
        const place = `${where}.${named(server, where)}`;
        const members = object(given, place);
        rejectUnknown(members, ["capabilities", "tools"], place);
        const all = optional(members.capabilities, list(capability), `${place}.capabilities`);
        const tools = optional(members.tools, record(list(capability)), `${place}.tools`) ?? {};
        return [
          ...(all === undefined ? [] : [[`mcp/${server}/*`, all] as const]),
          ...Object.entries(tools).map(
            ([tool, own]) => [`mcp/${server}/${named(tool, `${place}.tools`)}`, own] as const,
          ),
        ];
      }),
    );
}

function named(name: string, where: string): string {
  if (/^[^/*\s]+$/.test(name)) return name;
  throw new UsageError(`${where}: "${name}" cannot be named in mcp/SERVER/TOOL`);
}

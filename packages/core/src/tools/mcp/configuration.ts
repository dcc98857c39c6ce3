import type { Located } from "../../contracts/instance/located.ts";
import { readJson } from "../../contracts/instance/read-json.ts";
import { mcpConfiguration, mcpServerNotOffered } from "../../diagnostics/catalogue.generated.ts";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import type { SourceFile } from "../../text/source-file.ts";

/** How a server is reached; `${NAME}` in its texts is not yet filled in. */
export type McpServer =
  | {
      readonly type: "stdio";
      readonly command: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
    }
  | { readonly type: "http"; readonly url: string; readonly headers: Readonly<Record<string, string>> };

export interface McpConfiguration {
  readonly servers: ReadonlyMap<string, McpServer>;
  readonly faults: readonly McpFault[];
}

/** What is wrong with the file, or with a server that is therefore not among the servers. */
export interface McpFault {
  /** Null for the file. */
  readonly server: string | null;
  /** For who counts on it. */
  readonly error: Diagnostic;
  /** For who would have been given it with all others. */
  readonly warning: Diagnostic;
}

/** A stretch of the file, and what was found wrong with it so far. */
interface Reading {
  readonly source: SourceFile;
  readonly server: string | null;
  readonly faults: McpFault[];
}

/** Reads `.mcp.json` as other programs do (DESIGN.md 7); members that it does not know are theirs and left alone. */
export function readMcpConfiguration(source: SourceFile): McpConfiguration {
  const { root, diagnostics: unreadable } = readJson(source);
  const faults: McpFault[] = unreadable.map((error) => {
    const at = { source, start: error.start.offset, end: error.end.offset };
    return { server: null, error, warning: mcpServerNotOffered({ at, subject: "the file", problem: error.message }) };
  });
  const reading: Reading = { source, server: null, faults };
  const servers = new Map<string, McpServer>();
  if (root === null) return { servers, faults };
  const listed = root.members?.get("mcpServers")?.value;
  if (listed?.members === undefined) {
    report(reading, listed ?? root, "`mcpServers`", "must be an object with a server under each name");
    return { servers, faults };
  }
  for (const [name, { value, keyStart, keyEnd }] of listed.members) {
    const place = `mcpServers.${name}`;
    if (!/^[^/*\s]+$/.test(name)) {
      report(
        { ...reading, server: name },
        { start: keyStart, end: keyEnd },
        `\`${place}\``,
        "cannot be named in `mcp/SERVER/TOOL`",
      );
      continue;
    }
    const server = readServer({ ...reading, server: name }, value, place);
    if (server !== null) servers.set(name, server);
  }
  return { servers, faults };
}

function readServer(reading: Reading, server: Located, place: string): McpServer | null {
  const before = reading.faults.length;
  const type = optionalText(reading, server, place, "type");
  const command = optionalText(reading, server, place, "command");
  const url = optionalText(reading, server, place, "url");
  const env = texts(reading, server, place, "env");
  const headers = texts(reading, server, place, "headers");
  const args = textList(reading, server, place, "args");
  if (reading.faults.length > before) return null;
  const fault = (problem: string) => report(reading, server, `\`${place}\``, problem);
  if (type === "sse") return fault("is of the type `sse`, which MCP has given up: use `http`");
  if (type !== undefined && !["stdio", "http", "streamable-http"].includes(type))
    return fault(`is of the unknown type \`${type}\`: there are \`stdio\` and \`http\``);
  if (command !== undefined && url !== undefined) return fault("has both `command` and `url`: it is one or the other");
  if (type === "stdio" ? command === undefined : type !== undefined && url === undefined)
    return fault(`is of the type \`${type}\` and needs \`${type === "stdio" ? "command" : "url"}\``);
  if (command !== undefined) return { type: "stdio", command, args, env };
  if (url !== undefined) return { type: "http", url, headers };
  return fault("needs `command` (a program to start) or `url`");
}

function optionalText(reading: Reading, server: Located, place: string, name: string): string | undefined {
  const member = server.members?.get(name)?.value;
  if (member === undefined) return undefined;
  if (typeof member.value === "string" && member.value !== "") return member.value;
  report(reading, member, `\`${place}.${name}\``, "must be a string that is not empty");
  return undefined;
}

function textList(reading: Reading, server: Located, place: string, name: string): string[] {
  const member = server.members?.get(name)?.value;
  if (member === undefined) return [];
  const found = (member.items ?? []).map(({ value }) => value).filter((value) => typeof value === "string");
  if (member.items === undefined || found.length < member.items.length)
    report(reading, member, `\`${place}.${name}\``, "must be a list of strings");
  return found;
}

function texts(reading: Reading, server: Located, place: string, name: string): Record<string, string> {
  const member = server.members?.get(name)?.value;
  if (member === undefined) return {};
  const found: [string, string][] = [];
  for (const [key, { value }] of member.members ?? []) {
    if (typeof value.value === "string") found.push([key, value.value]);
    else report(reading, value, `\`${place}.${name}.${key}\``, "must be a string");
  }
  if (member.members === undefined) report(reading, member, `\`${place}.${name}\``, "must be an object of strings");
  return Object.fromEntries(found);
}

function report(
  { source, server, faults }: Reading,
  { start, end }: Pick<Located, "start" | "end">,
  subject: string,
  problem: string,
): null {
  const details = { at: { source, start, end }, subject, problem };
  faults.push({ server, error: mcpConfiguration(details), warning: mcpServerNotOffered(details) });
  return null;
}

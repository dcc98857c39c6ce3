import type { Located } from "../../contracts/instance/located.ts";
import { readJson } from "../../contracts/instance/read-json.ts";
import { mcpConfiguration } from "../../diagnostics/catalogue.generated.ts";
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
  /** Of the file, or of a server that is therefore not among the servers. */
  readonly diagnostics: readonly Diagnostic[];
}

/** The file, and what was found wrong with it so far. */
interface Reading {
  readonly source: SourceFile;
  readonly diagnostics: Diagnostic[];
}

/** Reads `.mcp.json` as other programs do (DESIGN.md 7); members that it does not know are theirs and left alone. */
export function readMcpConfiguration(source: SourceFile): McpConfiguration {
  const { root, diagnostics: unreadable } = readJson(source);
  const reading: Reading = { source, diagnostics: [...unreadable] };
  const servers = new Map<string, McpServer>();
  if (root === null) return { servers, diagnostics: reading.diagnostics };
  const listed = root.members?.get("mcpServers")?.value;
  if (listed?.members === undefined) {
    report(reading, listed ?? root, "`mcpServers`", "must be an object with a server under each name");
    return { servers, diagnostics: reading.diagnostics };
  }
  for (const [name, { value, keyStart, keyEnd }] of listed.members) {
    const place = `mcpServers.${name}`;
    if (!/^[^/*\s]+$/.test(name)) {
      report(reading, { start: keyStart, end: keyEnd }, `\`${place}\``, "cannot be named in `mcp/SERVER/TOOL`");
      continue;
    }
    const server = readServer(reading, value, place);
    if (server !== null) servers.set(name, server);
  }
  return { servers, diagnostics: reading.diagnostics };
}

function readServer(reading: Reading, server: Located, place: string): McpServer | null {
  const before = reading.diagnostics.length;
  const type = optionalText(reading, server, place, "type");
  const command = optionalText(reading, server, place, "command");
  const url = optionalText(reading, server, place, "url");
  const env = texts(reading, server, place, "env");
  const headers = texts(reading, server, place, "headers");
  const args = textList(reading, server, place, "args");
  if (reading.diagnostics.length > before) return null;
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
  { source, diagnostics }: Reading,
  { start, end }: Pick<Located, "start" | "end">,
  subject: string,
  problem: string,
): null {
  diagnostics.push(mcpConfiguration({ at: { source, start, end }, subject, problem }));
  return null;
}

import type { McpServer } from "@agent-markup/acp";
import { UsageError } from "./exit.ts";
import { defined, list, object, oneOf, optional, type Reader, record, rejectUnknown, string } from "./json-reader.ts";

/** The MCP servers of an agent by name, as `.mcp.json` has them; a fault is a usage error, since agents drop what they cannot use. */
export const mcpServers: Reader<readonly McpServer[]> = (value, where) =>
  Object.entries(record(object)(value, where)).map(([name, members]) => mcpServer(name, members, `${where}.${name}`));

function mcpServer(name: string, members: Record<string, unknown>, where: string): McpServer {
  if (!/^[^/*\s]+$/.test(name)) throw new UsageError(`${where} cannot be named in mcp/SERVER/TOOL`);
  if (members.command !== undefined && members.url !== undefined)
    throw new UsageError(`${where} has both "command" and "url": it is one or the other`);
  if (members.url === undefined) {
    rejectUnknown(members, ["type", "command", "args", "env"], where);
    if (members.command === undefined) throw new UsageError(`${where} needs a "command" or a "url"`);
    optional(members.type, oneOf("stdio"), `${where}.type`);
    return {
      name,
      command: filledText(members.command, `${where}.command`),
      ...defined("args", optional(members.args, list(string), `${where}.args`)),
      ...defined("env", optional(members.env, record(string), `${where}.env`)),
    };
  }
  rejectUnknown(members, ["type", "url", "headers"], where);
  return {
    name,
    type: optional(members.type, oneOf("http", "sse"), `${where}.type`) ?? "http",
    url: address(members.url, `${where}.url`),
    ...defined("headers", optional(members.headers, record(string), `${where}.headers`)),
  };
}

const filledText: Reader<string> = (value, where) => {
  const text = string(value, where);
  if (text.trim() === "") throw new UsageError(`${where} is empty`);
  return text;
};

/** One with variables is known when they are filled in. */
const address: Reader<string> = (value, where) => {
  const text = filledText(value, where);
  if (!text.includes("${") && !URL.canParse(text)) throw new UsageError(`${where} is no URL: ${text}`);
  return text;
};

import { LeaseLost, printable, RunError, StoreError, ToolError } from "@agent-markup/core";
import type { CallToolResult, McpServer, StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import { failed } from "./reply.ts";
import type { ServerContext } from "./server-context.ts";

export interface ToolOffer<Input> {
  readonly name: string;
  /** For an agent: what it does and when to call it. */
  readonly description: string;
  readonly input: StandardSchemaWithJSON<unknown, Input>;
  readonly readOnly?: boolean;
}

/** Offers a tool. What cannot be done is an error of the call, told in words; only a fault of ours is reported as one. */
export function addTool<Input>(
  server: McpServer,
  { report }: Pick<ServerContext, "report">,
  { name, description, input, readOnly = false }: ToolOffer<Input>,
  work: (input: Input, signal: AbortSignal) => CallToolResult | Promise<CallToolResult>,
): void {
  const annotations = { readOnlyHint: readOnly, destructiveHint: false, openWorldHint: false };
  server.registerTool(name, { description, inputSchema: input, annotations }, async (given, { mcpReq }) => {
    try {
      return await work(given, mcpReq.signal);
    } catch (error) {
      if (isExpected(error)) return failed(printable(error.message));
      const message = error instanceof Error ? error.message : String(error);
      report(`${name}: internal error: ${message}`);
      return failed(`internal error: ${printable(message)}; please report it`);
    }
  });
}

function isExpected(error: unknown): error is Error {
  return (
    error instanceof StoreError || error instanceof RunError || error instanceof LeaseLost || error instanceof ToolError
  );
}

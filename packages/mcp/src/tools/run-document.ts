import { printable, type RunResult } from "@agent-markup/core";
import type { CallToolResult, McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import { addTool } from "../add-tool.ts";
import { failed, told } from "../reply.ts";
import { file, params, text } from "../schemas.ts";
import type { ServerContext } from "../server-context.ts";
import { sourceOf } from "../source-of.ts";
import { diagnosticLines } from "../text/diagnostic-text.ts";

/** `run_document`: a whole document, run by the runtime under the trust and policy that this server was started with. */
export function addRunDocument(server: McpServer, context: ServerContext): void {
  addTool(
    server,
    context,
    {
      name: "run_document",
      description:
        "Have a whole document run for you, under the permissions this server was started with. Returns when it has ended or waits for a person.",
      input: z.strictObject({
        file: file.optional(),
        document: text.describe("Text of an AML document.").optional(),
        params: params.optional(),
        max_parallel: z.int().min(1).max(64).optional(),
      }),
    },
    async ({ file: path, document, params: given = {}, max_parallel: maxParallel = 1 }, signal) => {
      if ((path === undefined) === (document === undefined)) return failed('give either "file" or "document"');
      const { trust, runtime, closing, workspace } = context;
      if (trust === null)
        return failed("this server trusts no document: a person starts it with aml mcp --trust semi-trusted");
      const source = await sourceOf({ file: path, text: document }, "document.md", workspace);
      const stop = AbortSignal.any([signal, closing]);
      const agents = await context.describedAgents(source.text);
      const run = runtime.run({ ...source, agents }, { trust, params: given, maxParallel, signal: stop });
      return replyOf(await run.result);
    },
  );
}

function replyOf(result: RunResult): CallToolResult {
  const { run, status, output, error, diagnostics, checkpoints } = result;
  const lines = [
    run === null ? "refused: the document cannot run" : `Run ${run} is ${status}.`,
    ...(error === undefined ? [] : [printable(error.message)]),
    ...diagnosticLines(diagnostics.slice(0, 50)),
    ...checkpoints
      .filter(({ answer }) => answer === undefined)
      .map(({ id, message }) => `A person is asked: ${message}. Tell yours: aml approve ${run} ${JSON.stringify(id)}`),
    ...(output.text === "" ? [] : [output.text]),
  ];
  const reply = told(lines.join("\n"), { ...result });
  return status === "done" || status === "waiting" ? reply : { ...reply, isError: true };
}

import { checkDocuments } from "@agent-markup/core";
import type { McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import { addTool } from "../add-tool.ts";
import { failed, told } from "../reply.ts";
import { file, text } from "../schemas.ts";
import type { ServerContext } from "../server-context.ts";
import { sourceOf } from "../source-of.ts";
import { diagnosticLines } from "../text/diagnostic-text.ts";

/** Diagnostics that are told at most; the summary counts all. */
const most = 100;

/** `check`: what is wrong in a document or diagram; nothing runs. */
export function addCheck(server: McpServer, context: ServerContext): void {
  addTool(
    server,
    context,
    {
      name: "check",
      description: "Find what is wrong in a document or diagram, given as file, document or diagram. Runs nothing.",
      input: z.strictObject({
        file: file.optional(),
        document: text.describe("Text of an AML document.").optional(),
        diagram: text.describe("Text of a mermaid diagram.").optional(),
      }),
      readOnly: true,
    },
    async ({ file: path, document, diagram }) => {
      const given = [path, document, diagram].filter((value) => value !== undefined).length;
      if (given !== 1) return failed(`give exactly one of "file", "document" and "diagram"; ${given} were given`);
      const name = diagram === undefined ? "document.md" : "diagram.mmd";
      const source = await sourceOf({ file: path, text: document ?? diagram }, name, context.workspace);
      const { diagnostics } = checkDocuments([source]);
      const count = (severity: string) => diagnostics.filter((found) => found.severity === severity).length;
      const summary = { errors: count("error"), warnings: count("warning"), hints: count("hint") };
      const counted = `${summary.errors} errors, ${summary.warnings} warnings, ${summary.hints} hints`;
      const shown = diagnostics.slice(0, most);
      return told([counted, ...diagnosticLines(shown)].join("\n"), { summary, diagnostics: shown });
    },
  );
}

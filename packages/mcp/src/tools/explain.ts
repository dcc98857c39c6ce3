import {
  checkDocuments,
  explainPlace,
  loadCatalogue,
  type PlaceExplanation,
  positionAt,
  type Source,
  sourceFile,
  toolLists,
} from "@agent-markup/core";
import type { CallToolResult, McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import { addTool } from "../add-tool.ts";
import { failed, told } from "../reply.ts";
import { file, text } from "../schemas.ts";
import type { ServerContext } from "../server-context.ts";
import { sourceOf } from "../source-of.ts";

/** `explain`: a diagnostic, or what holds at a line: the element, its implementation, its tools, its step. */
export function addExplain(server: McpServer, context: ServerContext): void {
  addTool(
    server,
    context,
    {
      name: "explain",
      description: "Explain a diagnostic by its code, or what holds at a line of a file or document.",
      input: z.strictObject({
        code: z.string().max(100).describe("For example AML2007.").optional(),
        file: file.optional(),
        document: text.describe("Text of an AML document.").optional(),
        line: z.int().min(1).describe("From 1.").optional(),
      }),
      readOnly: true,
    },
    async ({ code, file: path, document, line }) => {
      const given = [code, path, document].filter((value) => value !== undefined).length;
      if (given !== 1) return failed(`give exactly one of "code", "file" and "document"; ${given} were given`);
      if (code !== undefined) return explainCode(code);
      if (line === undefined) return failed('give the "line" to explain');
      return explainLine(await sourceOf({ file: path, text: document }, "document.md", context.workspace), line);
    },
  );
}

async function explainCode(asked: string): Promise<CallToolResult> {
  const catalogue = await loadCatalogue();
  const entry = catalogue.find(({ code, name }) => code === asked.toUpperCase() || name === asked);
  if (entry === undefined) return failed(`there is no diagnostic ${JSON.stringify(asked)}; codes look like AML2007`);
  const { code, name, severity, message, explanation, bad, good } = entry;
  const examples = [
    ...bad.map((example) => `Reported:\n${example.text.trimEnd()}`),
    ...good.map((example) => `Accepted:\n${example.text.trimEnd()}`),
  ];
  return told([`${code} ${name} (${severity})`, message, explanation, ...examples].join("\n\n"), { ...entry });
}

function explainLine(given: Source, line: number): CallToolResult {
  const source = sourceFile(given);
  const start = source.lineStarts[line - 1];
  if (start === undefined) return failed(`${source.file} has no line ${line}: it has ${source.lineStarts.length}`);
  const end =
    start + source.text.slice(start, source.lineStarts[line] ?? source.text.length).replace(/\r?\n$/, "").length;
  const place = placeOf(explainPlace(given, { start, end }, checkDocuments([given])));
  return told(JSON.stringify(place, null, 2), place);
}

function placeOf({ document, element, path, resolution, tools, step }: PlaceExplanation) {
  const choice = resolution?.choice;
  return {
    element:
      document === null || element === null || path === null
        ? null
        : { path, kind: element.kind, at: positionAt(document.source, element.start) },
    implementation: choice?.outcome === "chosen" ? choice.implementation.name : null,
    tools: toolLists(tools),
    step: step && {
      id: step.node.id,
      label: step.node.label,
      type: step.node.type,
      position: step.position,
      steps: step.steps,
      after: step.after,
      before: step.before,
    },
  };
}

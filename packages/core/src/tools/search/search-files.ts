import { errorCode } from "../../process/error-code.ts";
import { fileText, withOpened } from "../read-file.ts";
import { ToolError } from "../tool-error.ts";
import { findLines, shownLines } from "./find-lines.ts";
import { globPattern } from "./glob-pattern.ts";
import { expressionOf, type GrepReply, type GrepRequest } from "./grep-request.ts";
import { shownPath } from "./search-place.ts";
import { walkFiles } from "./walk-files.ts";

/** Searches the files of a workspace line by line, until there are as many results as were asked for. */
export async function searchFiles(request: GrepRequest): Promise<GrepReply> {
  const { root, context, maxResults } = request;
  const expression = expressionOf(request.pattern, request.ignoreCase);
  const skipped = { noText: 0, unreadable: 0 };
  const output: string[] = [];
  let matches = 0;
  let left = request.outputLimit;
  const reply = (isCut: boolean): GrepReply => ({ text: output.join(""), matches, isCut, skipped });
  for await (const file of filesOf(request, () => skipped.unreadable++)) {
    const content = await contentOf(root, file);
    if (content.kind !== "text") {
      skipped[content.kind]++;
      continue;
    }
    const found = findLines(content.text, expression, context, maxResults - matches);
    for (const { text, isMatch } of shownLines(shownPath(root, file), found.lines, context > 0, output.length > 0)) {
      left -= Buffer.byteLength(text);
      if (left < 0) return reply(true);
      output.push(text);
      if (isMatch) matches++;
    }
    if (found.isCut) return reply(true);
  }
  return reply(false);
}

async function* filesOf({ root, from, isFolder, glob }: GrepRequest, unreadable: () => void): AsyncGenerator<string> {
  if (!isFolder) yield from;
  else yield* walkFiles({ root, from, pattern: globPattern(glob), unreadable, signal: new AbortController().signal });
}

type Content = { readonly kind: "text"; readonly text: string } | { readonly kind: "noText" | "unreadable" };

/** A file that cannot be searched is counted, so that finding nothing is never more than it is. */
async function contentOf(root: string, file: string): Promise<Content> {
  try {
    return { kind: "text", text: await withOpened(root, file, file, (opened, stats) => fileText(opened, stats, file)) };
  } catch (error) {
    if (error instanceof ToolError) return { kind: "noText" };
    if (errorCode(error) === "") throw error;
    return { kind: "unreadable" };
  }
}

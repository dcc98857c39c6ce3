import type { CallToolResult, ContentBlock } from "@modelcontextprotocol/client";
import type { McpReply } from "./connection.ts";

/** What a tool of a server answered, as text; what is none is left out and told. */
export function replyOf({ content, structuredContent, isError }: CallToolResult): McpReply {
  const shown = content.map(textOf);
  const text = shown.flatMap((block) => ("text" in block ? [block.text] : [])).join("\n");
  return {
    text: text === "" && structuredContent !== undefined ? JSON.stringify(structuredContent) : text,
    ...(structuredContent === undefined ? {} : { structured: structuredContent }),
    isError: isError === true,
    warnings: shown.flatMap((block) => ("left" in block ? [`${block.left} in the reply is left out`] : [])),
  };
}

function textOf(block: ContentBlock): { readonly text: string } | { readonly left: string } {
  switch (block.type) {
    case "text":
      return { text: block.text };
    case "resource_link":
      return { text: block.uri };
    case "resource":
      return "text" in block.resource ? { text: block.resource.text } : { left: `the file ${block.resource.uri}` };
    case "image":
    case "audio":
      return { left: `${block.type} of the type ${block.mimeType}` };
  }
}

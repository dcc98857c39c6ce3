import type { ToolOffer } from "./tool.ts";

type Properties = Readonly<Record<string, object>>;

/** The tools of the runtime itself as an agent is told of them (agents.md 5). */
export const toolOffers: Readonly<Record<string, ToolOffer>> = {
  sql: {
    description:
      "Runs SQLite statements on the project's database, all of them or none, and gives the last rows as JSON.",
    inputSchema: takes({ statements: text("One or more statements.") }, ["statements"]),
    block: "statements",
  },
  bash: {
    description: "Runs a bash script in the project's folder and gives what it prints.",
    inputSchema: takes({ command: text("The script.") }, ["command"]),
    block: "command",
  },
  view: {
    description: "Gives the text of a file, whole or by lines, or the names in a folder.",
    inputSchema: takes({ path: text("In the project."), from: count("First line, from 1."), to: count("Last line.") }, [
      "path",
    ]),
  },
  glob: {
    description: "Finds files by a pattern such as src/**/*.ts.",
    inputSchema: takes(
      { pattern: text("The pattern."), path: text("A folder to look in."), max_results: count("At most so many.") },
      ["pattern"],
    ),
  },
  grep: {
    description: "Finds the lines of text files that a regular expression matches.",
    inputSchema: takes(
      {
        pattern: text("A JavaScript regular expression."),
        path: text("A file, or a folder to search."),
        glob: text("Which files of a folder."),
        max_results: count("At most so many lines."),
        context: { type: "integer", minimum: 0, description: "Lines around each." },
        ignore_case: { type: "boolean" },
      },
      ["pattern"],
    ),
  },
  write: {
    description: "Writes a whole file, making its folders.",
    inputSchema: takes({ path: text("In the project."), content: text("All of its text.") }, ["path", "content"]),
  },
  edit: {
    description: "Replaces text in a file: the one place where it stands, or each of them with replace_all.",
    inputSchema: takes(
      {
        path: text("In the project."),
        old_text: text("What is to be replaced, exactly as it stands."),
        new_text: text("What takes its place."),
        replace_all: { type: "boolean" },
      },
      ["path", "old_text", "new_text"],
    ),
  },
  web_fetch: {
    description: "Gives the text that is found at a web address.",
    inputSchema: takes({ url: text("http or https."), max_bytes: count("Bytes that are kept.") }, ["url"]),
  },
};

function takes(properties: Properties, required: readonly string[]): ToolOffer["inputSchema"] {
  return { type: "object", properties, required, additionalProperties: false };
}

function text(description: string): object {
  return { type: "string", description };
}

function count(description: string): object {
  return { type: "integer", minimum: 1, description };
}

import { agentFileReadByLine, misshapenFrontMatter, unusableAgentFile } from "../diagnostics/catalogue.generated.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Place, SourceFile, Span } from "../text/source-file.ts";
import { type FrontMatterMember, readFrontMatter } from "./front-matter-members.ts";
import { readToolNames } from "./tool-list.ts";

/** An agent that people described in a file of their repository or their home (agents.md 5). Plain data: it is kept with a run. */
export interface AgentFile {
  readonly name: string;
  /** As it is reported. */
  readonly file: string;
  /** The project's are used only in a trusted run. */
  readonly layer: "project" | "user";
  readonly description: string;
  /** Asked for where the document asks for none. */
  readonly model?: string;
  /** As they are written; null for no constraint. */
  readonly tools: readonly string[] | null;
  /** Comes before the instructions of every prompt to it. */
  readonly persona: string;
  /** Why it cannot be used; nothing but its name counts then. */
  readonly problem?: string;
  /** Files of the same name that are farther. */
  readonly hides?: readonly string[];
}

/** The nearest file of each name. */
export type AgentFiles = ReadonlyMap<string, AgentFile>;

export interface ReadAgentFile {
  readonly agent: AgentFile;
  /** Where its name is written, else the beginning of the file. */
  readonly at: Place;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads an agent file. One that cannot be read keeps its place under the name of the file: nothing farther takes it. */
export async function readAgentFile(source: SourceFile, layer: AgentFile["layer"]): Promise<ReadAgentFile> {
  const read = await readFrontMatter(source, true);
  const fileName = nameOfFile(source.file);
  const unusable = (at: Place, problem: string): ReadAgentFile => ({
    agent: { ...nothing, name: fileName, file: source.file, layer, problem },
    at,
    diagnostics: [unusableAgentFile({ at, problem })],
  });
  if (read.outcome === "none") return unusable(read.at, "it has no front matter");
  const diagnostics: Diagnostic[] = [];
  let members: ReadonlyMap<string, FrontMatterMember> | null;
  if (read.outcome === "read") members = read.members;
  else {
    const { at, problem, frontMatter } = read;
    members = membersByLine(source, frontMatter.yaml);
    if (members === null) return unusable(at, `its front matter is no valid YAML: ${problem}`);
    diagnostics.push(agentFileReadByLine({ at, problem }));
  }
  const text = (key: string) => readText(members.get(key), key, diagnostics);
  const name = text("name") || fileName;
  const at = members.get("name")?.at ?? startOf(source);
  const description = text("description");
  const model = text("model");
  const tools = readToolNames(members.get("tools"), "tools");
  diagnostics.push(...tools.diagnostics);
  if (!isAgentName(name)) diagnostics.push(unusableAgentFile({ at, problem: `\`${name}\` cannot be its name` }));
  const fault = diagnostics.find(({ severity }) => severity === "error");
  const known = { name: isAgentName(name) ? name : fileName, file: source.file, layer };
  if (fault !== undefined) return { agent: { ...known, ...nothing, problem: fault.message }, at, diagnostics };
  const persona = source.text.slice(read.frontMatter.end).trim();
  const asked = model === "" || model === "inherit" ? {} : { model };
  return { agent: { ...known, description, tools: tools.names, persona, ...asked }, at, diagnostics };
}

const nothing = { description: "", tools: [], persona: "" } as const;

/** Descriptions with a colon in them are no YAML and yet common, since other programs read front matter line by line. */
function membersByLine(source: SourceFile, { start, end }: Span): ReadonlyMap<string, FrontMatterMember> | null {
  const members = new Map<string, FrontMatterMember>();
  const line = /^(name|description|model|tools)[ \t]*:[ \t]*(.*?)[ \t]*\r?$/gm;
  line.lastIndex = start;
  for (let found = line.exec(source.text); found !== null && found.index < end; found = line.exec(source.text)) {
    const [whole, key = "", value = ""] = found;
    const isPlain = /^[^[\]{}"'|>&*!%@`]*$/.test(value) && value !== "";
    // A list over several lines, or a value that only YAML can tell, is not guessed at where it decides something.
    if (members.has(key) || (key !== "description" && !isPlain)) return null;
    members.set(key, { value, at: { source, start: found.index, end: found.index + whole.length } });
  }
  return members;
}

function readText(member: FrontMatterMember | undefined, key: string, diagnostics: Diagnostic[]): string {
  if (member === undefined || member.value === null) return "";
  if (typeof member.value !== "object") return String(member.value).trim();
  diagnostics.push(misshapenFrontMatter({ at: member.at, key, expected: "a text" }));
  return "";
}

/** What `<agent name>` can say without an entity, on one line. */
function isAgentName(name: string): boolean {
  return name.length <= 128 && /^[^<>&"'\p{Cc}]+$/u.test(name);
}

/** `reviewer` for `reviewer.md` and for `reviewer.agent.md`. */
function nameOfFile(file: string): string {
  return file.slice(Math.max(file.lastIndexOf("/"), file.lastIndexOf("\\")) + 1).replace(/(?:\.agent)?\.md$/i, "");
}

function startOf(source: SourceFile): Place {
  const newline = source.text.indexOf("\n");
  return { source, start: 0, end: newline === -1 ? source.text.length : newline };
}

import { describe, expect, test } from "vitest";
import { type RequirementId, verifies } from "../testing/verifies.ts";
import { toolList } from "./tool-names.ts";
import { everyTool, narrow, type ToolRemark, type ToolTag, toolLists } from "./tool-set.ts";

interface Case {
  readonly rule: string;
  /** Tags from the outermost in, each as its attributes. */
  readonly tags: readonly Partial<Record<"allow" | "deny" | "name", string>>[];
  readonly allowed: readonly string[] | null;
  readonly denied?: readonly string[];
  /** Remarks of the innermost tag. */
  readonly remarks?: readonly string[];
  readonly verifies?: readonly RequirementId[];
}

/** With a file tool beside it a shell is remarked on; these stand for tools that no rule singles out. */
const cases: readonly Case[] = [
  { rule: "without a tag everything is allowed", tags: [], allowed: null },
  { rule: "an allow list is all there is", tags: [{ allow: "sql,think" }], allowed: ["sql", "think"] },
  { rule: "a name acts as an allow list of one", verifies: ["tools.name"], tags: [{ name: "sql" }], allowed: ["sql"] },
  { rule: "a deny list leaves everything else", tags: [{ deny: "sql" }], allowed: null, denied: ["sql"] },
  { rule: "an empty allow list is no tool at all", verifies: ["tools.none"], tags: [{ allow: " , " }], allowed: [] },
  {
    rule: "lists are trimmed, without empties and duplicates",
    tags: [{ allow: " sql , think,, sql " }],
    allowed: ["sql", "think"],
  },
  {
    rule: "an inner list keeps what the outer one has",
    verifies: ["tools.allow"],
    tags: [{ allow: "sql,think" }, { allow: "sql" }],
    allowed: ["sql"],
  },
  {
    rule: "an inner list cannot add what the outer one lacks",
    verifies: ["tools.warning.absent"],
    tags: [{ allow: "sql" }, { allow: "sql,think" }],
    allowed: ["sql"],
    remarks: ["think: not-allowed"],
  },
  {
    rule: "an inner name cannot add what the outer list lacks",
    tags: [{ allow: "sql" }, { name: "think" }],
    allowed: [],
    remarks: ["think: not-allowed"],
  },
  {
    rule: "an inner denial leaves the outer list",
    verifies: ["tools.deny"],
    tags: [{ allow: "sql,think" }, { deny: "sql" }],
    allowed: ["think"],
    denied: ["sql"],
  },
  { rule: "denials add up", tags: [{ deny: "sql" }, { deny: "think" }], allowed: null, denied: ["sql", "think"] },
  {
    rule: "a tool denied by an ancestor stays denied",
    verifies: ["tools.allow-denied", "tools.warning.ancestor"],
    tags: [{ deny: "sql" }, { allow: "sql,think" }],
    allowed: ["think"],
    denied: ["sql"],
    remarks: ["sql: denied-by-ancestor"],
  },
  {
    rule: "a tool denied by an ancestor stays denied to a name",
    tags: [{ deny: "sql" }, { name: "sql" }],
    allowed: [],
    denied: ["sql"],
    remarks: ["sql: denied-by-ancestor"],
  },
  {
    rule: "a denied tool stays denied four levels down",
    tags: [{ allow: "sql,think,web_fetch" }, { deny: "sql" }, { allow: "think,web_fetch" }, { allow: "sql,think" }],
    allowed: ["think"],
    denied: ["sql"],
    remarks: ["sql: denied-by-ancestor"],
  },
  {
    rule: "a tag's own denial beats its own name",
    verifies: ["tools.warning.tag"],
    tags: [{ name: "sql", deny: "sql" }],
    allowed: [],
    denied: ["sql"],
    remarks: ["sql: denied-by-tag"],
  },
  {
    rule: "a tag's own denial beats its own list",
    tags: [{ allow: "sql,think", deny: "sql" }],
    allowed: ["think"],
    denied: ["sql"],
    remarks: ["sql: denied-by-tag"],
  },
  {
    rule: "a tag's own denied wildcard beats its own name",
    tags: [{ name: "mcp/git/log", deny: "mcp/git/*" }],
    allowed: [],
    denied: ["mcp/git/*"],
    remarks: ["mcp/git/log: denied-by-tag"],
  },
  {
    rule: "an ancestor is named before the tag itself",
    tags: [{ deny: "sql" }, { name: "sql", deny: "sql" }],
    allowed: [],
    denied: ["sql"],
    remarks: ["sql: denied-by-ancestor"],
  },
  {
    rule: "a denied tool that is absent from the list as well is reported once",
    verifies: ["tools.warning.absent"],
    tags: [{ allow: "think" }, { deny: "sql" }, { allow: "sql" }],
    allowed: [],
    denied: ["sql"],
    remarks: ["sql: denied-by-ancestor"],
  },
  {
    rule: "each tool gets a remark of its own, in the order of the list",
    verifies: ["tools.warning.each"],
    tags: [{ allow: "think", deny: "sql" }, { allow: "web_fetch,sql,think,web_search" }],
    allowed: ["think"],
    denied: ["sql"],
    remarks: ["web_fetch: not-allowed", "sql: denied-by-ancestor", "web_search: not-allowed"],
  },
  {
    rule: "a name beside an allow list is redundant and adds nothing",
    verifies: ["tools.name", "tools.warning.redundant"],
    tags: [{ name: "sql", allow: "think" }],
    allowed: ["think"],
    remarks: ["sql: redundant-name"],
  },
  {
    rule: "a name beside an allow list that holds it is redundant too",
    tags: [{ name: "sql", allow: "sql,think" }],
    allowed: ["sql", "think"],
    remarks: ["sql: redundant-name"],
  },
  {
    rule: "a name beside a deny list narrows too",
    tags: [{ name: "sql", deny: "think" }],
    allowed: ["sql"],
    denied: ["think"],
  },
  {
    rule: "names are case-sensitive",
    tags: [{ allow: "sql" }, { allow: "SQL" }],
    allowed: [],
    remarks: ["SQL: not-allowed"],
  },
  {
    rule: "a wildcard covers a tool of its server",
    tags: [{ allow: "mcp/git/*" }, { allow: "mcp/git/log" }],
    allowed: ["mcp/git/log"],
  },
  {
    rule: "a wildcard covers no tool of another server",
    tags: [{ allow: "mcp/git/*" }, { allow: "mcp/jira/log" }],
    allowed: [],
    remarks: ["mcp/jira/log: not-allowed"],
  },
  {
    rule: "an inner wildcard keeps the outer tools of its server",
    tags: [{ allow: "mcp/git/log,mcp/git/show,sql" }, { allow: "mcp/git/*" }],
    allowed: ["mcp/git/log", "mcp/git/show"],
  },
  {
    rule: "an inner wildcard beside one of its tools does not count that tool twice",
    tags: [{ allow: "mcp/git/log,mcp/git/show,sql" }, { allow: "mcp/git/*,mcp/git/log" }],
    allowed: ["mcp/git/log", "mcp/git/show"],
  },
  {
    rule: "an inner wildcard without an outer tool of its server is remarked on",
    tags: [{ allow: "sql" }, { allow: "mcp/git/*" }],
    allowed: [],
    remarks: ["mcp/git/*: not-allowed"],
  },
  {
    rule: "a denied wildcard takes the tools of its server",
    tags: [{ allow: "mcp/git/log,sql" }, { deny: "mcp/git/*" }],
    allowed: ["sql"],
    denied: ["mcp/git/*"],
  },
  {
    rule: "a tool of a denied wildcard cannot be had back",
    tags: [{ deny: "mcp/git/*" }, { allow: "mcp/git/log" }],
    allowed: [],
    denied: ["mcp/git/*"],
    remarks: ["mcp/git/log: denied-by-ancestor"],
  },
  {
    rule: "no other star is a wildcard",
    tags: [{ allow: "mcp/*/log" }, { allow: "mcp/git/log" }],
    allowed: [],
    remarks: ["mcp/git/log: not-allowed"],
  },
  {
    rule: "a shell beside denied file tools is remarked on",
    verifies: ["tools.warning.shell-denied"],
    tags: [{ deny: "edit,write" }],
    allowed: null,
    denied: ["edit", "write"],
    remarks: ["edit,write: shell-beside-denied"],
  },
  {
    rule: "a shell beside file tools that are only absent is another remark",
    verifies: ["tools.warning.shell-absent"],
    tags: [{ allow: "bash,grep,glob,view" }],
    allowed: ["bash", "glob", "grep", "view"],
    remarks: ["edit,write: shell-beside-absent"],
  },
  {
    rule: "a shell beside one file tool that is absent is remarked on",
    tags: [{ allow: "bash,grep,view,edit,write" }],
    allowed: ["bash", "edit", "grep", "view", "write"],
    remarks: ["glob: shell-beside-absent"],
  },
  { rule: "a denied shell undoes nothing", tags: [{ deny: "bash,edit" }], allowed: null, denied: ["bash", "edit"] },
  {
    rule: "an absent shell undoes nothing",
    tags: [{ allow: "grep" }, { deny: "edit" }],
    allowed: ["grep"],
    denied: ["edit"],
  },
  {
    rule: "what a shell undoes is said once, where it comes about",
    tags: [{ deny: "edit,write" }, { deny: "sql" }],
    allowed: null,
    denied: ["edit", "sql", "write"],
  },
  {
    rule: "a tag that denies one more file tool is remarked on for that one",
    tags: [{ deny: "edit" }, { deny: "write" }],
    allowed: null,
    denied: ["edit", "write"],
    remarks: ["write: shell-beside-denied"],
  },
];

describe("a tool constraint", () => {
  test.each(cases)("$rule", ({ tags, allowed, denied = [], remarks = [], verifies: rules = [] }) => {
    verifies(...rules);
    let tools = everyTool;
    let last: readonly ToolRemark[] = [];
    for (const attributes of tags) ({ tools, remarks: last } = narrow(tools, tagOf(attributes)));
    expect(toolLists(tools)).toEqual({ allowed: allowed && [...allowed].sort(), denied: [...denied].sort() });
    expect(last.map(printed)).toEqual(remarks);
  });
});

function tagOf({ allow, deny, name }: Partial<Record<"allow" | "deny" | "name", string>>): ToolTag {
  return { allow: allow === undefined ? null : toolList(allow), deny: toolList(deny ?? ""), name: name ?? null };
}

function printed(remark: ToolRemark): string {
  return `${"tool" in remark ? remark.tool : remark.tools.join(",")}: ${remark.kind}`;
}

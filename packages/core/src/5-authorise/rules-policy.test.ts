import { describe, expect, test } from "vitest";
import type { PermissionRequest } from "./permission.ts";
import { createPermissionPolicy } from "./permission-policy.ts";
import { type Approver, judge, type PermissionRules } from "./rules-policy.ts";
import { readRule, type ToolRule } from "./tool-rule.ts";

function rule(text: string): ToolRule {
  const read = readRule(text);
  if (!read.ok) throw new Error(`${text}: ${read.why}`);
  return read.rule;
}

function rules(lists: { deny?: string[]; ask?: string[]; allow?: string[] }): PermissionRules {
  return { deny: (lists.deny ?? []).map(rule), ask: (lists.ask ?? []).map(rule), allow: (lists.allow ?? []).map(rule) };
}

const bash = (command: string): [string[], unknown] => [["bash"], { command }];

describe("reading a rule", () => {
  test.each([
    ["Bash(git diff:*)", { tool: "bash", spec: "git diff:*" }],
    ["bash", { tool: "bash", spec: null }],
    ["Read(src/**)", { tool: "view", spec: "src/**" }],
    ["mcp/github/*", { tool: "mcp/github/*", spec: null }],
    ["*", { tool: "*", spec: null }],
  ])("%s", (text, expected) => {
    expect(rule(text)).toMatchObject(expected);
  });

  test.each([
    ["rocket", /no tool is called rocket/],
    ["bash()", /spec is empty/],
    ["sql(select)", /takes no spec/],
    ["bash(", /not `Tool`/],
    ["", /not `Tool`/],
  ])("%j can never match, and says why", (text, why) => {
    const read = readRule(text);
    expect(read.ok ? "" : read.why).toMatch(why);
  });
});

describe("judging a call: deny before ask before allow, and nothing else goes through", () => {
  test.each<[string, Parameters<typeof rules>[0], [string[], unknown], string]>([
    ["an allowed command", { allow: ["Bash(git diff:*)"] }, bash("git diff --stat"), "allow"],
    ["the command alone", { allow: ["Bash(git diff:*)"] }, bash("git diff"), "allow"],
    ["a longer word is another command", { allow: ["Bash(git diff:*)"] }, bash("git difftool"), "unmatched"],
    [
      "every part of a compound must be allowed",
      { allow: ["Bash(git diff:*)"] },
      bash("git diff && git push"),
      "unmatched",
    ],
    [
      "a line after a comment with a quote in it",
      { deny: ["Bash(rm *)"], allow: ["Bash(ls *)"] },
      bash("ls # '\nrm -rf ~ # '"),
      "deny",
    ],
    ["what is in a comment", { allow: ["Bash(ls *)"] }, bash("ls # x"), "unmatched"],
    ["a quoted command", { deny: ["Bash(rm *)"], allow: ["Bash(*)"] }, bash("'rm' -rf x"), "deny"],
    ["an escaped one", { deny: ["Bash(rm *)"], allow: ["Bash(*)"] }, bash("\\rm -rf x"), "deny"],
    ["one that is quoted in part", { deny: ["Bash(rm *)"], allow: ["Bash(*)"] }, bash("r''m -rf x"), "deny"],
    ["a quoted argument", { deny: ["Bash(git push*)"], allow: ["Bash(git *)"] }, bash("git 'push' -f"), "deny"],
    ["a word over two lines", { deny: ["Bash(rm *)"], allow: ["Bash(*)"] }, bash("r\\\nm -rf x"), "deny"],
    ["by any of the rules", { allow: ["Bash(git diff:*)", "Bash(wc *)"] }, bash("git diff | wc -l"), "allow"],
    [
      "a substitution is never allowed by a spec",
      { allow: ["Bash(git diff:*)"] },
      bash("git diff $(rm x)"),
      "unmatched",
    ],
    ["a redirection neither", { allow: ["Bash(git diff:*)"] }, bash("git diff > ~/.bashrc"), "unmatched"],
    ["but by a rule without one", { allow: ["Bash"] }, bash("git diff > x"), "allow"],
    ["deny wins, however general the allow", { deny: ["Bash(rm *)"], allow: ["Bash"] }, bash("ls; rm -rf x"), "deny"],
    ["deny wins over a more specific allow", { deny: ["Bash"], allow: ["Bash(ls)"] }, bash("ls"), "deny"],
    [
      "deny sees what is hidden in a substitution",
      { deny: ["Bash(rm *)"], allow: ["Bash"] },
      bash("echo $(rm -rf x)"),
      "deny",
    ],
    ["ask comes before allow", { ask: ["Bash(git push:*)"], allow: ["Bash"] }, bash("git push origin"), "ask"],
    ["a path below a folder", { allow: ["Edit(src/**)"] }, [["edit"], { file_path: "src/a/b.ts" }], "allow"],
    [
      "a path that climbs out is not below it",
      { allow: ["Edit(src/**)"] },
      [["edit"], { path: "src/../../etc/passwd" }],
      "unmatched",
    ],
    ["one star stays in its folder", { allow: ["Edit(src/*)"] }, [["edit"], { path: "src/a/b.ts" }], "unmatched"],
    [
      "a call whose subject cannot be told is not allowed by a spec",
      { allow: ["Edit(src/**)"] },
      [["edit"], {}],
      "unmatched",
    ],
    ["and is denied by one", { deny: ["Edit(secret/**)"], allow: ["Edit"] }, [["edit"], {}], "deny"],
    [
      "a call that may be several tools must be allowed as each",
      { allow: ["Edit"] },
      [["edit", "write"], { path: "a" }],
      "unmatched",
    ],
    ["and is denied as any", { deny: ["Write"], allow: ["*"] }, [["edit", "write"], { path: "a" }], "deny"],
    ["a call of no known tool is not allowed", { allow: ["*"] }, [[], {}], "unmatched"],
    ["all tools of a server", { allow: ["mcp/github/*"] }, [["mcp/github/get"], {}], "allow"],
    ["of that server only", { allow: ["mcp/github/*"] }, [["mcp/githubber/get"], {}], "unmatched"],
    ["a denied path", { deny: ["Edit(secret/**)"], allow: ["Edit"] }, [["edit"], { path: "./secret/key" }], "deny"],
    ["a path beside it", { deny: ["Edit(secret/**)"], allow: ["Edit"] }, [["edit"], { path: "secrets" }], "allow"],
    [
      "two stars stand for any folders",
      { allow: ["Read(src/**/*.ts)"] },
      [["view"], { path: "src/a/b/c.ts" }],
      "allow",
    ],
    ["and for none", { allow: ["Read(src/**/*.ts)"] }, [["view"], { path: "src/c.ts" }], "allow"],
    ["and for no other folder", { allow: ["Read(src/**/*.ts)"] }, [["view"], { path: "lib/c.ts" }], "unmatched"],
    ["a call that is its subject", { allow: ["Bash(ls)"] }, [["bash"], "ls"], "allow"],
    ["a call that is nothing", { allow: ["Bash(ls)"] }, [["bash"], null], "unmatched"],
    ["a command given as its words", { allow: ["Bash(git diff:*)"] }, [["bash"], { cmd: ["git", "diff"] }], "allow"],
    ["a command given as something else", { allow: ["Bash(ls)"] }, [["bash"], { command: 1 }], "unmatched"],
    [
      "a url",
      { allow: ["WebFetch(https://example.com/*)"] },
      [["web_fetch"], { url: "https://example.com/a" }],
      "allow",
    ],
  ])("%s", (_, lists, [tools, input], verdict) => {
    expect(judge(rules(lists), tools, input).verdict).toBe(verdict);
  });
});

const options = [
  { optionId: "always", name: "Always", kind: "allow_always" },
  { optionId: "once", name: "Once", kind: "allow_once" },
  { optionId: "no", name: "No", kind: "reject_once" },
];
const request: PermissionRequest = {
  options,
  session: "s",
  title: "Run",
  kind: "execute",
  tools: ["bash"],
  input: { command: "git push" },
  verbatim: {},
};
const approver = (answer: boolean | null): Approver => ({ timeLimitMs: 5_000, ask: async () => answer });

describe("the rules and ask policies", () => {
  test("allow once, never always, and say which rule did", async () => {
    const policy = createPermissionPolicy({ rules: rules({ allow: ["Bash(git push:*)"] }) });
    expect(await policy.decide(request)).toEqual({
      outcome: "selected",
      optionId: "once",
      because: "allow rule Bash(git push:*)",
    });
    expect(policy.label).toBe("rules");
  });

  test("refuse what a rule denies, and say which", async () => {
    const policy = createPermissionPolicy({ rules: rules({ deny: ["Bash(git push:*)"], allow: ["Bash"] }) });
    expect(await policy.decide(request)).toMatchObject({ optionId: "no", because: "deny rule Bash(git push:*)" });
  });

  test("refuse what no rule allows", async () => {
    expect(await createPermissionPolicy({ rules: rules({}) }).decide(request)).toMatchObject({
      optionId: "no",
      because: "no allow rule matches",
    });
  });

  test.each([
    [true, "once"],
    [false, "no"],
    [null, "no"],
  ])("an ask rule goes to the approver, whose answer %s picks %s", async (answer, optionId) => {
    const policy = createPermissionPolicy({
      rules: rules({ ask: ["Bash"], allow: ["Bash"] }),
      approver: approver(answer),
    });
    expect(await policy.decide(request)).toMatchObject({ outcome: "selected", optionId });
  });

  test("with nobody to ask, an ask rule refuses", async () => {
    expect(await createPermissionPolicy({ rules: rules({ ask: ["Bash"] }) }).decide(request)).toMatchObject({
      optionId: "no",
    });
  });

  test("the ask policy asks about everything, and refuses when no answer comes in time", async () => {
    expect(await createPermissionPolicy({ ask: approver(true) }).decide(request)).toMatchObject({ optionId: "once" });
    const nobody: Approver = { timeLimitMs: 1, ask: () => new Promise(() => {}) };
    expect(await createPermissionPolicy({ ask: nobody }).decide(request)).toMatchObject({ optionId: "no" });
  });
});

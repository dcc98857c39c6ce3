import { posix } from "node:path";
import { literal, matchesPattern, type PatternToken } from "./pattern.ts";
import { shellScript } from "./shell-commands.ts";
import { subjectKind, subjectOf, type ToolRule } from "./tool-rule.ts";

/** Whether a rule that lets things through covers the whole of a call; what cannot be seen through is not covered. */
export function allowCovers(rules: readonly ToolRule[], tool: string, input: unknown): readonly ToolRule[] | null {
  const ofTool = rules.filter((rule) => isFor(rule, tool));
  const unconditional = ofTool.find(({ spec }) => spec === null);
  if (unconditional !== undefined) return [unconditional];
  const subject = subjectOf(tool, input);
  if (subject === null) return null;
  if (subjectKind(tool) !== "command") {
    const rule = ofTool.find(({ spec }) => spec !== null && specMatches(spec, tool, subject));
    return rule === undefined ? null : [rule];
  }
  const { commands, isOpaque } = shellScript(subject);
  if (isOpaque || commands.length === 0) return null;
  const covering = commands.map((command) =>
    ofTool.find(({ spec }) => spec !== null && specMatches(spec, tool, command)),
  );
  return covering.every((rule) => rule !== undefined) ? covering : null;
}

/** The first rule that keeps a call from being let through: any part of it that matches, or may, is enough. */
export function firstHit(rules: readonly ToolRule[], tool: string, input: unknown): ToolRule | null {
  return rules.find((rule) => isFor(rule, tool) && hits(rule, tool, input)) ?? null;
}

function isFor(rule: ToolRule, tool: string): boolean {
  if (rule.tool === "*" || rule.tool === tool) return true;
  return rule.tool.endsWith("/*") && tool.startsWith(rule.tool.slice(0, -1));
}

function hits({ spec }: ToolRule, tool: string, input: unknown): boolean {
  if (spec === null) return true;
  const subject = subjectOf(tool, input);
  // What cannot be told may be just what the rule is against.
  if (subject === null) return true;
  if (subjectKind(tool) !== "command") return specMatches(spec, tool, subject);
  const { commands, isOpaque } = shellScript(subject);
  const plain = [...commands, ...commands.map(unquoted)];
  return plain.some((command) => specMatches(spec, tool, command)) || (isOpaque && mentions(spec, subject));
}

/** A word is the same to a shell however its parts are quoted. */
function unquoted(command: string): string {
  return command.replace(/['"\\]/g, "");
}

/** In a script that one cannot see through, the rule's first word anywhere is reason enough. */
function mentions(spec: string, script: string): boolean {
  const word = /^[^\s:*]+/.exec(spec)?.[0];
  return word === undefined || script.includes(word) || unquoted(script).includes(word);
}

/** `*` stands for anything; in commands a last ` *` or `:*` also for nothing; in paths only `**` crosses a `/`. */
export function specMatches(spec: string, tool: string, subject: string): boolean {
  if (subjectKind(tool) === "path") return matchesPattern(pathPattern(spec), normalPath(subject));
  const prefix = /^(.*\S)(?: \*|:\*)$/.exec(spec)?.[1];
  if (subjectKind(tool) === "command" && prefix !== undefined) {
    return matchesPattern(wildcard(prefix), subject) || matchesPattern(wildcard(`${prefix} *`), subject);
  }
  return matchesPattern(wildcard(spec), subject);
}

function wildcard(spec: string): PatternToken[] {
  return spec
    .split("*")
    .flatMap((part, at): PatternToken[] => [...(at === 0 ? [] : (["any"] as const)), ...literal(part)]);
}

function pathPattern(spec: string): PatternToken[] {
  const parts = normalPath(spec).split(/(\*\*\/?|\*)/);
  return parts.flatMap((part): PatternToken[] => {
    if (part === "**/") return ["folders"];
    if (part === "**") return ["any"];
    return part === "*" ? ["name"] : literal(part);
  });
}

/** `a/../../b` must not pass for something below `a`. */
function normalPath(path: string): string {
  return posix.normalize(path).replace(/^\.\//, "");
}

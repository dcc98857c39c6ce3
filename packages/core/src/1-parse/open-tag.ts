import { type Role, roleOf } from "./element-kind.ts";
import { meetPlaceholder } from "./placeholders.ts";
import { isProse, noteProseTag } from "./prose.ts";
import type { Reading } from "./reading.ts";
import { reportMisplacedRoot, reportParamOutsideSkill, reportPlaceholder, reportStepWithoutNode } from "./report.ts";
import type { Problem, TagDraft } from "./tag-draft.ts";
import { openElement } from "./tree.ts";

/** Decides what an opening tag is (language.md 2, placeholders), and adds it to the tree if it is an element. */
export function meetOpenTag(reading: Reading, tag: TagDraft): void {
  const { tree, placeholders, prose } = reading;
  const { top } = tree;
  const { name } = tag;
  if (isProse(top.kind) && (top.kind !== "field" || name !== "field")) {
    noteProseTag(prose, tag);
    return;
  }
  const role = roleOf(tag, top, placeholders.taking?.has(tag.start) ?? false);
  if (role === "text") return;
  if (role === "placeholder" || role === "param-outside-skill" || role === "step-without-node" || name === "aml") {
    reportText(reading, tag, role);
    meetPlaceholder(placeholders, name, tag.start, top);
    return;
  }
  openElement(tree, tag, name, role, tag.problems !== null && reportProblems(reading, tag.problems));
  if (isProse(role)) prose.open.clear();
}

/** Reports the problems of an element's tag, and gives whether any is an error. */
function reportProblems({ diagnostics }: Reading, problems: readonly Problem[]): boolean {
  let hasError = false;
  for (const problem of problems) {
    const diagnostic = problem();
    diagnostics.push(diagnostic);
    hasError ||= diagnostic.severity === "error";
  }
  return hasError;
}

/** Reports a tag that is kept as text. A root in the middle of a document is said once, however many there are. */
function reportText(reading: Reading, tag: TagDraft, role: Role): void {
  const { source, root, diagnostics } = reading;
  if (role === "param-outside-skill") diagnostics.push(reportParamOutsideSkill(source, tag));
  else if (role === "step-without-node") diagnostics.push(reportStepWithoutNode(source, tag));
  else if (tag.name !== "aml" || !tag.named) diagnostics.push(reportPlaceholder(tag));
  else if (root !== null || !reading.hasMisplacedRoot) {
    diagnostics.push(reportMisplacedRoot(source, tag, root));
    reading.hasMisplacedRoot = true;
  }
}

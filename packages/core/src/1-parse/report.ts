import {
  contentBeforeRoot,
  nestedRoot,
  paramOutsideSkill,
  placeholder,
  stepWithoutNode,
  strayCloseTag,
  unclosedComment,
  unclosedElement,
} from "../diagnostics/catalogue.generated.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { nearestName } from "../text/nearest-name.ts";
import type { Place, SourceFile, Span } from "../text/source-file.ts";
import type { CloseTag } from "./scan.ts";
import type { TagDraft } from "./tag-draft.ts";
import type { Name } from "./tag-names.ts";

/** A tag that a diagnostic is about. */
interface Tag extends Span {
  readonly name: Name;
}

function placeOf(source: SourceFile, { start, end }: Span): Place {
  return { source, start, end };
}

/** An element without a close tag, and the close tag that ended it because it ends an element around it. */
export function reportUnclosed(source: SourceFile, tag: Tag, endedBy: CloseTag | null): Diagnostic {
  const help = `add \`</${tag.name}>\`, or end the tag with \`/>\` when it has no body`;
  const related =
    endedBy === null
      ? []
      : [{ at: placeOf(source, endedBy), message: `\`</${endedBy.name}>\` ends what is around it` }];
  return unclosedElement({ at: placeOf(source, tag), tag: tag.name, related, help });
}

export function reportStray(source: SourceFile, tag: CloseTag): Diagnostic {
  return strayCloseTag({ at: placeOf(source, tag), tag: tag.name });
}

/** A tag that is no element. An attribute with a value says that it was meant to be one, so the name nearest to it is told. */
export function reportPlaceholder(tag: TagDraft): Diagnostic {
  const { source, name, known } = tag;
  const at = placeOf(source, tag);
  const written = tag.count > 0 ? tag.attributes[0] : undefined;
  const nearest = written === undefined ? undefined : nearestName(written.name, known);
  if (written !== undefined && nearest !== undefined) {
    const edit = { file: source.file, start: written.start, end: written.start + written.name.length, text: nearest };
    const fixes = [{ title: `write \`${nearest}\``, safe: false, edits: [edit] }];
    return placeholder({ at, tag: name, help: `did you mean \`${nearest}\`?`, fixes });
  }
  const backticks = "put the tag in backticks when the text is about it";
  return placeholder({ at, tag: name, help: name === "session" ? `add \`</session>\`, or ${backticks}` : backticks });
}

export function reportParamOutsideSkill(source: SourceFile, tag: Tag): Diagnostic {
  return paramOutsideSkill({ at: placeOf(source, tag) });
}

export function reportStepWithoutNode(source: SourceFile, tag: Tag): Diagnostic {
  return stepWithoutNode({ at: placeOf(source, tag) });
}

/** An `<aml version>` where none can stand: inside the root, or in the middle of a document without one. */
export function reportMisplacedRoot(source: SourceFile, tag: Tag, root: Span | null): Diagnostic {
  const at = placeOf(source, tag);
  if (root !== null) return nestedRoot({ at, related: [{ at: placeOf(source, root), message: "the root" }] });
  const start = Math.max(0, source.text.search(/\S/));
  const related = [{ at: { source, start, end: start + 1 }, message: "the document begins here" }];
  return contentBeforeRoot({ at, related });
}

export function reportUnclosedComment(source: SourceFile, start: number): Diagnostic {
  return unclosedComment({ at: { source, start, end: start + "<!--".length } });
}

import {
  type Document,
  type Element,
  type Narrowing,
  positionAt,
  type ResolutionExplanation,
  toolLists,
} from "@agent-markup/core";
import type { ToldPlace } from "./place-text.ts";

/** What holds at a place, as one JSON object (spec/explain-result.schema.json). */
export function placeJson({ place, source, explained, diagnostics }: ToldPlace): string {
  const { document, element, path, resolution, narrowings, tools, step } = explained;
  return JSON.stringify({
    version: 1,
    file: source.file,
    line: place.line,
    ...(place.column === null ? {} : { column: place.column }),
    element: document && element && { path, kind: element.kind, ...rangeOf(document, element) },
    resolution: resolution && resolutionOf(resolution),
    tools: {
      ...toolLists(tools),
      narrowedBy: narrowings.map((narrowing) => ({
        ...narrowerOf(narrowing.owner),
        leaves: toolLists(narrowing.tools),
      })),
    },
    step: step && {
      id: step.node.id,
      label: step.node.label,
      type: step.node.type,
      mode: step.mode,
      position: step.position,
      steps: step.steps,
      copies: step.copies,
      after: step.after,
      before: step.before,
    },
    diagnostics,
  });
}

function resolutionOf({ request, choice, candidates }: ResolutionExplanation): object {
  return {
    request,
    outcome: choice.outcome,
    ...(choice.outcome === "chosen" ? { reason: choice.reason, implementation: named(choice.implementation) } : {}),
    candidates: candidates.map(({ implementation, fits }) => ({ ...named(implementation), fits })),
  };
}

function named(implementation: ResolutionExplanation["candidates"][number]["implementation"]): object {
  const { name, package: owner, language, framework, priority, document, element } = implementation;
  const hints = { ...(language === undefined ? {} : { language }), ...(framework === undefined ? {} : { framework }) };
  const place = owner.layer === "built-in" ? {} : rangeOf(document, element);
  return { name, package: owner.name, layer: owner.layer, ...hints, priority, ...place };
}

/** A tag, or the front matter of a file by what it says there. */
function narrowerOf(owner: Narrowing["owner"]): object {
  if ("element" in owner) return rangeOf(owner.document, owner.element);
  const start = { line: 1, column: 1, offset: 0 };
  return { file: owner.file, start, end: start, member: owner.what };
}

/** The opening tag: a body can be long. */
function rangeOf({ source }: Document, element: Element): object {
  const end = element.selfClosing ? element.end : element.bodyStart;
  return { file: source.file, start: positionAt(source, element.start), end: positionAt(source, end) };
}

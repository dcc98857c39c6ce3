import type { Attribute, Document, Element } from "../ast/nodes.ts";
import { placeOf } from "../ast/place-of.ts";
import {
  redundantToolName,
  shellBesideAbsentTools,
  shellBesideDeniedTools,
  toolDeniedByAncestor,
  toolDeniedByTag,
  toolNotAllowed,
} from "../diagnostics/catalogue.generated.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Place } from "../text/source-file.ts";
import { checkToolNames } from "./check-tool-names.ts";
import { type ConstraintContext, type ConstraintOwner, constraintsOf } from "./constraints.ts";
import { toolMentions } from "./read-tool-tag.ts";
import { serverWildcard } from "./tool-names.ts";
import { type ToolScope, toolScope } from "./tool-scope.ts";
import type { ToolRemark } from "./tool-set.ts";

/** A tag of this document, or, for the constraint of an interface, of another. */
type TagOwner = Extract<ConstraintOwner, { element: Element }>;

/** Where a tag mentions a tool: the first of the attributes that does, else the attribute itself. */
type PlaceOfMention = (owner: TagOwner, tool: string, ...attributes: readonly string[]) => Place;

/** The warnings about tool constraints: names, and requests that the tags around them do not grant (language.md 5.1). */
export function checkTools(document: Document, context: ConstraintContext): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const scope = toolScope<ConstraintOwner>();
  const configured = context.configured ?? new Set<string>();
  const placeOfMention = mentionPlaces(configured);
  const open: Element[] = [];
  for (const element of document.elements) {
    for (let last = open.at(-1); last !== undefined && last.end <= element.start; last = open.at(-1)) {
      open.pop();
      scope.leave();
    }
    if (element.malformed) continue;
    for (const diagnostic of checkToolNames(document, element, configured)) diagnostics.push(diagnostic);
    for (const { tag, owner } of constraintsOf(document, element, context)) {
      const remarks = scope.enter(tag, owner);
      // The tags of an interface bear on each other: they are all around what resolves through it.
      open.push(element.parent?.kind === "interface" ? element.parent : element);
      // An interface, a skill and an agent bound what is in them; being given less than its bound is no contradiction.
      if (!("element" in owner) || owner.element !== element) continue;
      for (const remark of remarks) diagnostics.push(explain(remark, owner, scope, placeOfMention));
    }
  }
  return diagnostics;
}

function explain(
  remark: ToolRemark,
  owner: TagOwner,
  scope: ToolScope<ConstraintOwner>,
  placeOfMention: PlaceOfMention,
): Diagnostic {
  switch (remark.kind) {
    case "denied-by-ancestor": {
      const { tool } = remark;
      const denier = scope.deniedBy(tool);
      const related = cause(denier && "element" in denier && placeOfMention(denier, tool, "deny"), "denied here");
      return toolDeniedByAncestor({ at: placeOfMention(owner, tool, "allow", "name"), related, tool });
    }
    case "denied-by-tag": {
      const { tool } = remark;
      const related = cause(placeOfMention(owner, tool, "deny"), "denied here");
      return toolDeniedByTag({ at: placeOfMention(owner, tool, "allow", "name"), related, tool });
    }
    case "not-allowed": {
      const { tool } = remark;
      const lister = scope.allowedAround();
      const place = lister && "element" in lister && placeOf(lister.document, lister.element, "allow", "name");
      const related = cause(place, "only these are allowed here");
      return toolNotAllowed({ at: placeOfMention(owner, tool, "allow", "name"), related, tool });
    }
    case "redundant-name":
      return redundantToolName({ at: placeOf(owner.document, owner.element, "name"), tool: remark.tool });
    case "shell-beside-denied": {
      const at = placeOf(owner.document, owner.element, "deny");
      return shellBesideDeniedTools({ at, tools: remark.tools.join(", ") });
    }
    case "shell-beside-absent": {
      const at = placeOf(owner.document, owner.element, "allow", "name");
      return shellBesideAbsentTools({ at, tools: remark.tools.join(", ") });
    }
  }
}

function cause(at: Place | false | undefined, message: string): { at: Place; message: string }[] {
  return at === undefined || at === false ? [] : [{ at, message }];
}

/** Reads each list once: it may be long, and each of its tools may be remarked on. */
function mentionPlaces(configured: ReadonlySet<string>): PlaceOfMention {
  const read = new Map<Attribute, ReadonlyMap<string, Place>>();
  return ({ document, element }, tool, ...names) => {
    for (const name of names) {
      const found = element.attributes.find((candidate) => candidate.name === name);
      if (found === undefined) continue;
      const places = read.get(found) ?? placesByTool(document, found, configured);
      read.set(found, places);
      const place = places.get(tool) ?? places.get(serverWildcard(tool) ?? tool);
      if (place !== undefined) return place;
    }
    return placeOf(document, element, ...names);
  };
}

function placesByTool(
  document: Document,
  found: Attribute,
  configured: ReadonlySet<string>,
): ReadonlyMap<string, Place> {
  return new Map(toolMentions(document, found, configured).map(({ name, at }) => [name, at]));
}

import { positionAt, printableLine, type ResolutionExplanation } from "@agent-markup/core";

/** How an invocation was resolved, and from which candidates. */
export function resolutionLines({ request, choice, candidates }: ResolutionExplanation): string[] {
  const hints = (["language", "framework"] as const).filter((hint) => request[hint] !== undefined);
  const beside = request.attribute === "impl" && request.interface !== undefined ? ["interface" as const] : [];
  const asked = [
    `${request.attribute}="${request.name}"`,
    ...[...beside, ...hints].map((name) => `${name}="${request[name]}"`),
  ];
  return [
    `Resolution: ${outcomeOf(choice)}`,
    `  asked for  ${printableLine(asked.join(" "), 200)}`,
    `  because    ${reasonOf(choice, candidates, hints.length > 0)}`,
    ...candidates.map(({ implementation, fits }) => {
      const { name, language, framework, priority } = implementation;
      const facts = [language, framework, priority === 0 ? undefined : `priority ${priority}`].filter(Boolean);
      const described = facts.length === 0 ? "" : ` (${facts.join(", ")})`;
      return `  candidate  ${printableLine(`${name}${described}`, 100)}${fits ? "" : ": the hints exclude it"}, ${whereOf(implementation)}`;
    }),
  ];
}

type Choice = ResolutionExplanation["choice"];

function outcomeOf(choice: Choice): string {
  if (choice.outcome !== "chosen") return "nothing";
  const { name, package: owner } = choice.implementation;
  return `${printableLine(name, 100)}, of the package ${printableLine(owner.name, 100)} (${whereOf(choice.implementation)})`;
}

function reasonOf(choice: Choice, candidates: ResolutionExplanation["candidates"], hasHints: boolean): string {
  switch (choice.outcome) {
    case "chosen":
      return chosenReason(choice, candidates, hasHints);
    case "unknown-implementation":
      return "no implementation of that name is seen from here";
    case "unknown-interface":
      return "no interface of that name is seen from here";
    case "unknown-skill":
      return "neither an implementation nor an interface of that name is seen from here";
    case "unimplemented":
      return "the interface is described, and nothing implements it";
    case "no-match":
      return "the hints exclude every candidate";
    case "ambiguous":
      return "several fit, none has a higher priority than the others, and no default is configured";
    case "mismatch":
      return `${printableLine(choice.implementation.name, 100)} implements ${printableLine(choice.implementation.implements, 100)}`;
  }
}

function chosenReason(
  { reason, implementation }: Extract<Choice, { outcome: "chosen" }>,
  candidates: ResolutionExplanation["candidates"],
  hasHints: boolean,
): string {
  const fitting = candidates.filter(({ fits }) => fits).length;
  switch (reason) {
    case "named":
      return "it bears that name";
    case "mode":
      return "the built-in implementation for that mode";
    case "default":
      return `the configured default, one of ${fitting} that fit`;
    case "priority":
      return `the highest priority (${implementation.priority}) of ${fitting} that fit`;
    case "only":
      return hasHints && candidates.length > 1 ? "the only one that fits the hints" : "the only implementation";
  }
}

function whereOf({ document, element, package: owner }: ResolutionExplanation["candidates"][number]["implementation"]) {
  if (owner.layer === "built-in") return "built in";
  return `${printableLine(document.source.file, 200)}:${positionAt(document.source, element.start).line}`;
}

import type { Document, Element } from "../ast/nodes.ts";
import type { ImplementationDefinition } from "./definition.ts";
import type { PackageReference } from "./package.ts";

/** A SKILL.md without AML becomes an implementation of its own name; its text is what runs (DESIGN.md 7). */
export function plainSkillOf(document: Document, owner: PackageReference): ImplementationDefinition | undefined {
  if (owner.folder === undefined || !isSkillFile(document.source.file) || document.elements.length > 0)
    return undefined;
  return {
    kind: "implementation",
    name: owner.name,
    package: owner,
    document,
    element: wholeOf(document),
    // It keeps no interface's promise, so that only its name finds it.
    implements: "",
    language: undefined,
    framework: undefined,
    capabilities: [],
    priority: 0,
    run: undefined,
  };
}

/** Whether a path is that of the file which makes its folder a package. */
export function isSkillFile(path: string): boolean {
  return /(?:^|[\\/])SKILL\.md$/.test(path);
}

/** The front matter stands for the opening tag, all after it for the body. */
function wholeOf({ source, frontMatter, bodyStart, bodyEnd, children }: Document): Element {
  const end = source.text.length;
  return {
    kind: "implementation",
    tag: "skill",
    attributes: [],
    children,
    parent: null,
    start: 0,
    end,
    bodyStart: frontMatter === null ? bodyStart : afterLine(source.text, frontMatter.end),
    bodyEnd,
    selfClosing: false,
    malformed: false,
    index: -1,
  };
}

function afterLine(text: string, offset: number): number {
  const newline = text.indexOf("\n", offset);
  return newline === -1 ? text.length : newline + 1;
}

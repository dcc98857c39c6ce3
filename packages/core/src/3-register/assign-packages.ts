import { type Diagnostic, inSourceOrder } from "../diagnostics/diagnostic.ts";
import { type Source, sourceFile } from "../text/source-file.ts";
import { type Layer, type PackageReference, packageOfFile } from "./package.ts";
import { isSkillFile } from "./plain-skill.ts";
import { readSkillFrontMatter } from "./skill-front-matter.ts";

/** A file to check, and where it really is: an absolute path, links resolved, whatever it is reported as. */
export interface PlacedSource extends Source {
  readonly path: string;
}

export interface AssignedPackages {
  /** For each source, in their order. */
  readonly packages: readonly PackageReference[];
  /** Of the front matter that names them: AML3020 to AML3022. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * The package of each file: a folder with a SKILL.md is one with all its files, named as in its front matter, and any
 * other file is a package of its own (language.md 4.5). The SKILL.md files have to be among the sources.
 */
export async function assignPackages(
  sources: readonly PlacedSource[],
  layerOf: (folder: string) => Layer,
): Promise<AssignedPackages> {
  const folders = new Map<string, PackageReference>();
  const diagnostics: Diagnostic[] = [];
  for (const source of sources.filter(({ path }) => isSkillFile(path))) {
    const folder = folderOf(source.path);
    const { name, allowedTools, diagnostics: found } = await readSkillFrontMatter(sourceFile(source));
    diagnostics.push(...found);
    const reference = { name: name ?? lastPart(folder), layer: layerOf(folder), folder };
    folders.set(folder, allowedTools === null ? reference : { ...reference, allowedTools });
  }
  const packages = sources.map((source) => nearest(source.path, folders) ?? packageOfFile(source));
  return { packages, diagnostics: inSourceOrder(diagnostics) };
}

function nearest(path: string, folders: ReadonlyMap<string, PackageReference>): PackageReference | undefined {
  if (folders.size === 0) return undefined;
  for (let folder = folderOf(path); ; folder = folderOf(folder)) {
    const found = folders.get(folder);
    if (found !== undefined || folder === folderOf(folder)) return found;
  }
}

/** The folder that holds a path; of a root, the root itself. */
function folderOf(path: string): string {
  const at = lastSeparator(path);
  return at === -1 ? path : path.slice(0, Math.max(at, 1));
}

function lastPart(path: string): string {
  return path.slice(lastSeparator(path) + 1);
}

function lastSeparator(path: string): number {
  return Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\"));
}

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { repository } from "./support/project.ts";

const readme = readFileSync(join(repository, "README.md"), "utf8");

describe("the README", () => {
  const quoted = [...readme.matchAll(/<!-- from (\S+) -->\n```\w+\n([\s\S]*?)```/g)].map(([, file, code]) => ({
    file,
    code,
  }));

  test("quotes files that are there, word for word", () => {
    expect(quoted.length).toBeGreaterThan(1);
    for (const { file, code } of quoted) expect(code).toBe(readFileSync(join(repository, file ?? ""), "utf8"));
  });

  test("links only to files that are there", () => {
    const links = [...readme.matchAll(/\]\(([^)#:]+)\)/g)].map(([, link]) => link ?? "");
    expect(links.length).toBeGreaterThan(5);
    expect(links.filter((link) => !existsSync(join(repository, link)))).toEqual([]);
  });

  test("names only commands that there are", () => {
    const commands = [...readme.matchAll(/^ {4}(?:\w+=\S+ )?\.\/aml (\w+)/gm)].map(([, command]) => command);
    const help = readFileSync(join(repository, "packages/cli/src/program.ts"), "utf8");
    expect(commands.length).toBeGreaterThan(5);
    for (const command of commands) expect(help).toContain(`.command("${command}")`);
  });
});

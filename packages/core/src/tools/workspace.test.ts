import {
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { toolWorkspace } from "../testing/tool-workspace.ts";
import { assertUnmoved, resolveInWorkspace } from "./workspace.ts";

const { folder, outside, file, remove } = toolWorkspace();
afterAll(remove);

writeFileSync(join(outside, "secret"), "secret");
file("src/a.txt", "a");
file("name with spaces ü.txt");
file(".aml/state.db");
file("aml.config.json", "{}");
const link = (target: string, path: string) => symlinkSync(target, join(folder, path));
link(outside, "out");
link("src", "in");
link("a.txt", "src/again.txt");
link("../..", "src/up");
link(join(outside, "not-there-yet"), "dangling-out");
link("new/file.txt", "dangling-in");
link(".aml", "state");
link("aml.config.json", "settings");
link("loop-b", "loop-a");
link("loop-a", "loop-b");

describe("a path inside the workspace is its real path", () => {
  test.each([
    ["a file", "src/a.txt", "src/a.txt"],
    ["the workspace", ".", ""],
    ["an absolute path", join(folder, "src/a.txt"), "src/a.txt"],
    ["needless parts", ".//src/./../src//a.txt", "src/a.txt"],
    ["a folder with a slash", "src/", "src"],
    ["spaces and letters of any language", "name with spaces ü.txt", "name with spaces ü.txt"],
    ["a file that does not exist, in folders that do not", "new/folder/file.txt", "new/folder/file.txt"],
    ["`..` in what does not exist", "new/../src/b.txt", "src/b.txt"],
    ["a link to a folder", "in/a.txt", "src/a.txt"],
    ["a link to a file", "src/again.txt", "src/a.txt"],
    ["a link to what is not there yet", "dangling-in", "new/file.txt"],
    ["`..` after a link, from where the link leads", "in/../src/a.txt", "src/a.txt"],
    ["a name that only begins with dots", "..a", "..a"],
    ["a name that only begins like the state", ".amlet/x", ".amlet/x"],
  ])("%s", (_, path, expected) => {
    expect(resolveInWorkspace(folder, path)).toBe(expected === "" ? folder : join(folder, expected));
  });

  test("also when the workspace is named through a link", () => {
    const named = join(outside, "project");
    symlinkSync(folder, named);
    expect(resolveInWorkspace(named, "src/a.txt")).toBe(join(folder, "src/a.txt"));
    expect(resolveInWorkspace(named, join(named, "src/a.txt"))).toBe(join(folder, "src/a.txt"));
    expect(resolveInWorkspace(named, join(folder, "src/a.txt"))).toBe(join(folder, "src/a.txt"));
  });
});

describe("refused is", () => {
  test.each([
    ["an empty path", "", "the path is empty"],
    ["a NUL", "a\0b", "NUL"],
    ["`..` out of it", "../x", "outside the workspace"],
    ["`..` out of it and back by name only", `../${folder.split("/").at(-1)}x/a`, "outside the workspace"],
    ["an absolute path elsewhere", "/etc/passwd", "outside the workspace"],
    ["a folder beside it whose name begins alike", `${folder}-other/a`, "outside the workspace"],
    ["a link out of it", "out/secret", "outside the workspace"],
    ["a link out of it, to what is not there yet", "dangling-out", "outside the workspace"],
    ["a link above it", "src/up/x", "outside the workspace"],
    ["`..` after a link, which leads out of where the link leads", "out/../x", "outside the workspace"],
    ["links in a circle", "loop-a", "too many links"],
    ["a path through a file", "src/a.txt/b", "through a file"],
    ["a name that no system takes", "x".repeat(5000), "too long a name"],
    ["the runtime's state", ".aml/state.db", "belongs to the runtime"],
    ["the folder of the state", ".aml", "belongs to the runtime"],
    ["the state, spelled for a file system that ignores case", ".AML/state.db", "belongs to the runtime"],
    ["the state of a project below", "src/.aml/state.db", "belongs to the runtime"],
    ["the state, by a way around", "src/../.aml/state.db", "belongs to the runtime"],
    ["the state, by a link", "state/state.db", "belongs to the runtime"],
    ["the configuration", "aml.config.json", "belongs to the runtime"],
    ["a configuration of another kind", "AML.config.local.json", "belongs to the runtime"],
    ["the configuration, by a link", "settings", "belongs to the runtime"],
  ])("%s", (_, path, message) => {
    expect(() => resolveInWorkspace(folder, path)).toThrow(message);
  });

  test("what the names of the state and the configuration lead to", () => {
    const workspace = join(outside, "linked");
    mkdirSync(join(workspace, "kept"), { recursive: true });
    writeFileSync(join(workspace, "settings.json"), "{}");
    symlinkSync("kept", join(workspace, ".aml"));
    symlinkSync("settings.json", join(workspace, "aml.config.json"));
    expect(() => resolveInWorkspace(workspace, "kept/state.db")).toThrow("belongs to the runtime");
    expect(() => resolveInWorkspace(workspace, "settings.json")).toThrow("belongs to the runtime");
  });

  test("a workspace that is gone", () => {
    expect(() => resolveInWorkspace(join(outside, "gone"), "a")).toThrow("cannot be used: ENOENT");
  });
});

test("whatever is asked for, the answer is refused or leads where the system would go, inside the workspace", () => {
  const part = fc.constantFrom(
    "..",
    ".",
    "",
    "src",
    "in",
    "out",
    "up",
    "new",
    "a.txt",
    "again.txt",
    "dangling-out",
    "loop-a",
    folder,
  );
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 8 }), (parts) => {
      const path = parts.join("/");
      let real: string;
      try {
        real = resolveInWorkspace(folder, path);
      } catch {
        return;
      }
      expect(real === folder || real.startsWith(`${folder}/`)).toBe(true);
      const asked = path.startsWith("/") ? path : `${folder}/${path}`;
      if (existsSync(asked)) expect(realpathSync(asked)).toBe(real);
    }),
    { numRuns: 2000 },
  );
});

describe("an opened file", () => {
  test("that is what its path leads to is accepted", () => {
    const path = join(folder, "src/a.txt");
    expect(() => assertUnmoved(folder, path, statSync(path), "src/a.txt")).not.toThrow();
  });

  test("is refused when its folder was replaced by a link to elsewhere", () => {
    const path = file("swapped/secret");
    rmSync(join(folder, "swapped"), { recursive: true });
    link(outside, "swapped");
    expect(readFileSync(path, "utf8")).toBe("secret");
    expect(() => assertUnmoved(folder, path, statSync(path), "swapped/secret")).toThrow("outside the workspace");
  });

  test("is refused when the link was there only while it was opened", () => {
    file("swapped-back/secret");
    const opened = statSync(join(outside, "secret"));
    expect(() => assertUnmoved(folder, join(folder, "swapped-back/secret"), opened, "swapped-back/secret")).toThrow(
      "was moved",
    );
  });
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { globPattern } from "./glob-pattern.ts";

function matches(pattern: string, path: string): boolean {
  const { start, step, isMatch } = globPattern(pattern);
  return isMatch(path.split("/").reduce(step, start));
}

describe("a pattern that is refused", () => {
  test.each([
    ["empty", "", "the pattern is empty"],
    ["absolute", "/etc/*", "is absolute: name the folder in"],
    ["one that leads up", "src/../../*", "leads up"],
    ["one that leads up by a brace", "{..,a}/*", "leads up"],
    ["with a class that is not closed", "a[b", "has a [ that is never closed: write \\[ for the character"],
    ["with a brace that is not closed", "a{b,c", "has a { that is never closed: write \\{ for the character"],
    ["with a NUL", "a\0", "holds a NUL character"],
    ["longer than any path", "a".repeat(1001), "longer than 1000 characters"],
    ["of too many alternatives", "{a,b}".repeat(9), "stand for more than 256 patterns"],
  ])("is %s", (_, pattern, message) => {
    expect(() => globPattern(pattern)).toThrow(message);
  });
});

describe("a pattern", () => {
  test.each([
    ["a.ts", ["a.ts"], ["b.ts", "src/a.ts", "a.tsx"]],
    ["*.ts", ["a.ts", "a.b.ts"], ["src/a.ts", ".ts", ".hidden.ts"]],
    ["?.ts", ["a.ts", "ü.ts", "𝒳.ts"], [".ts", "ab.ts"]],
    ["[a-c]x", ["ax", "cx"], ["dx", "x", "-x"]],
    ["[!a-c]x", ["dx"], ["ax", "x"]],
    ["[^a]x", ["bx"], ["ax"]],
    ["[]a]x", ["]x", "ax"], ["bx"]],
    ["[a-]x", ["ax", "-x"], ["bx"]],
    ["\\*.ts", ["*.ts"], ["a.ts"]],
    ["\\[a]", ["[a]"], ["a"]],
    ["**/*.ts", ["a.ts", "x/a.ts", "x/y/a.ts"], ["a.js", "x/.y/a.ts", "node_modules/a.ts", "x/node_modules/y/a.ts"]],
    ["src/**", ["src/a", "src/x/a"], ["src", "lib/a", "src/.git/a"]],
    ["src/**/**/a", ["src/a", "src/x/a", "src/x/y/a"], ["a"]],
    ["a/**/b/**/c", ["a/b/c", "a/x/b/y/z/c", "a/b/b/c"], ["a/c", "a/b"]],
    ["a**b", ["ab", "axb"], ["a/b"]],
    ["./a//b", ["a/b"], ["a"]],
    ["*.{ts,js}", ["a.ts", "a.js"], ["a.tsx", "a.{ts,js}"]],
    ["{a,b/{c,d}}/e", ["a/e", "b/c/e", "b/d/e"], ["b/e", "c/e"]],
    ["a{,b}", ["a", "ab"], ["b"]],
    ["{a}", ["{a}"], ["a"]],
    ["{a{b,c}}", ["{ab}", "{ac}"], ["ab"]],
    ["\\{a,b}", ["{a,b}"], ["a"]],
    [".github/*.yml", [".github/a.yml"], ["github/a.yml"]],
    [".*/a", [".b/a"], ["b/a"]],
    ["node_modules/*/package.json", ["node_modules/a/package.json"], []],
    ["node_*/a", ["node_x/a"], ["node_modules/a"]],
  ])("%s", (pattern, matched, others) => {
    expect(matched.filter((path) => !matches(pattern, path))).toEqual([]);
    expect(others.filter((path) => matches(pattern, path))).toEqual([]);
  });

  test("of nothing but stars is matched in time on a long name", () => {
    expect(matches(`${"*a".repeat(400)}b`, "a".repeat(5000))).toBe(false);
    expect(matches(`${"**/a/".repeat(150)}b`, `${"a/".repeat(2000)}c`)).toBe(false);
  });

  test("agrees with a plain definition of what it means", () => {
    const name = fc.constantFrom("a", "b", "ab", "aab", "");
    const segment = fc.constantFrom("a", "b", "*", "**", "?", "a*", "*b", "*a*b");
    fc.assert(
      fc.property(fc.array(segment, { minLength: 1, maxLength: 5 }), fc.array(name, { maxLength: 5 }), (glob, path) => {
        const names = path.filter((part) => part !== "");
        // At the end, `**` means every file below: one more name.
        const parts = glob.at(-1) === "**" ? [...glob, "*"] : glob;
        fc.pre(names.length > 0);
        expect(matches(glob.join("/"), names.join("/"))).toBe(isMeant(parts, names));
      }),
    );
  });
});

function isMeant([segment, ...rest]: readonly string[], names: readonly string[]): boolean {
  if (segment === undefined) return names.length === 0;
  if (segment === "**")
    return isMeant(rest, names) || (names.length > 0 && isMeant([segment, ...rest], names.slice(1)));
  const [name, ...below] = names;
  return name !== undefined && isName([...segment], [...name]) && isMeant(rest, below);
}

function isName([token, ...rest]: readonly string[], characters: readonly string[]): boolean {
  if (token === undefined) return characters.length === 0;
  if (token === "*")
    return isName(rest, characters) || (characters.length > 0 && isName([token, ...rest], characters.slice(1)));
  return characters.length > 0 && (token === "?" || token === characters[0]) && isName(rest, characters.slice(1));
}

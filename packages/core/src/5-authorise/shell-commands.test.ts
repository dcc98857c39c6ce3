import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { shellScript } from "./shell-commands.ts";

describe("a shell script as permission rules see it", () => {
  test.each<[string, string, readonly string[], boolean]>([
    ["one command", "git  diff --stat", ["git diff --stat"], false],
    [
      "a compound has all its commands",
      "git diff && git push; ls | wc -l",
      ["git diff", "git push", "ls", "wc -l"],
      false,
    ],
    ["line ends separate", "git diff\nrm -rf x", ["git diff", "rm -rf x"], false],
    ["what runs in the background is a command too", "sleep 1 & rm x", ["sleep 1", "rm x"], false],
    ["separators in quotes separate nothing", "echo 'a; b' \"c && d\"", ["echo 'a; b' \"c && d\""], false],
    ["an escaped quote opens none", "echo it\\'s; rm x", ["echo it\\'s", "rm x"], false],
    ["a substitution is opaque", "git diff $(rm x)", ["git diff $(rm x)"], true],
    ["in double quotes too", 'echo "$(rm x)"', ['echo "$(rm x)"'], true],
    ["in single quotes it is text", "echo '$(rm x)'", ["echo '$(rm x)'"], false],
    ["backticks are opaque", "echo `rm x`", ["echo `rm x`"], true],
    ["a variable is opaque", "$CMD x", ["$CMD x"], true],
    ["a redirection is opaque", "git diff > out", ["git diff > out"], true],
    ["a subshell is opaque", "(rm x)", ["(rm x)"], true],
    ["an assignment before a command is opaque", "PATH=. git diff", ["PATH=. git diff"], true],
    ["a command that runs another is opaque", "env git diff", ["env git diff"], true],
    ["so is another shell", "bash -c 'rm x'", ["bash -c 'rm x'"], true],
    ["so is a compound command", "if true; then rm x; fi", ["if true", "then rm x", "fi"], true],
    ["a quote in a comment opens none", "ls # '\nrm -rf x # '", ["ls", "rm -rf x"], true],
    ["a comment may be all there is", "# rm x", [], true],
    ["a comment begins a word, and only there", "echo a#b; ls #c", ["echo a#b", "ls"], true],
    ["within a word it is text", "echo a#b", ["echo a#b"], false],
    ["in quotes it is text", "echo '# a'", ["echo '# a'"], false],
    ["a word goes on after an escaped line end", "r\\\nm -rf x", ["rm -rf x"], false],
    ["a quoted name is opaque", "'rm' x", ["'rm' x"], true],
    ["so is an escaped one", "\\rm x", ["\\rm x"], true],
    ["an unclosed quote is opaque", "echo 'a", ["echo 'a"], true],
    ["nothing is nothing", " ; \n", [], false],
  ])("%s", (_, text, commands, isOpaque) => {
    expect(shellScript(text)).toEqual({ commands, isOpaque });
  });

  test("any text is read without throwing, and every character that could start something is seen or opaque", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."ab \n#;&|'\"\\$`<>(){}="), maxLength: 40 }), (text) => {
        const { commands, isOpaque } = shellScript(text);
        expect(commands.every((command) => command.trim() !== "")).toBe(true);
        if (/(?:^|[\s;&|])#/.test(text) && !/['"\\]/.test(text)) expect(isOpaque).toBe(true);
        if (/[$`]/.test(text.replace(/'[^']*'/g, "")) && !/['\\]/.test(text)) expect(isOpaque).toBe(true);
      }),
    );
  });
});

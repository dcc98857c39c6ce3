import { describe, expect, test } from "vitest";
import { printable, printableLine } from "./printable.ts";

describe("text shown on a terminal", () => {
  test.each([
    ["plain text stays as it is", "a\tb\nc é 漢", "a\tb\nc é 漢"],
    ["an escape sequence becomes visible", "\u001b[2Jgone", "\\x1b[2Jgone"],
    ["a carriage return cannot overwrite a line", "safe\rfake", "safe\\x0dfake"],
    ["a Windows line end is a line end", "a\r\nb", "a\nb"],
    ["a bidirectional override becomes visible", "\u202egnp.exe", "\\x202egnp.exe"],
  ])("%s", (_, text, expected) => {
    expect(printable(text)).toBe(expected);
  });

  test("a line is joined and cut to its width", () => {
    expect(printableLine("one\n  two\tthree", 9)).toBe("one two …");
  });
});

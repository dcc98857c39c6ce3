import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { format } from "./format.ts";

const fixtures = new URL("fixtures/", import.meta.url);

test.each(readdirSync(fixtures))("the document of fixtures/%s is formatted as its author would write it", (name) => {
  const read = (file: string) => readFileSync(new URL(`${name}/${file}`, fixtures), "utf8");
  const formatted = read("formatted.md");
  expect(format(read("input.md"))).toBe(formatted);
  expect(format(formatted)).toBe(formatted);
});

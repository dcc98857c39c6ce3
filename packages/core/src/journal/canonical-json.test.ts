import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson } from "./canonical-json.ts";

describe("canonical JSON", () => {
  it.each([
    [{ b: 1, a: [true, null, "x"] }, '{"a":[true,null,"x"],"b":1}'],
    [{ "10": 1, "9": 2, a: { d: 1, c: 2 } }, '{"10":1,"9":2,"a":{"c":2,"d":1}}'],
    [{ kept: null, left: undefined, call: () => 1 }, '{"kept":null}'],
    [[undefined, Number.NaN, Number.POSITIVE_INFINITY, -0], "[null,null,null,0]"],
    [undefined, "null"],
    ['quote " back \\ line \n nul \u0000 half \ud800', '"quote \\" back \\\\ line \\n nul \\u0000 half \\ud800"'],
    [{ at: new Date(0) }, '{"at":"1970-01-01T00:00:00.000Z"}'],
  ])("writes %j as %s", (value, text) => {
    expect(canonicalJson(value)).toBe(text);
  });

  it("is the same however an object was put together", () => {
    expect(canonicalJson({ a: 1, b: { c: 2, d: 3 } })).toBe(canonicalJson({ b: { d: 3, c: 2 }, a: 1 }));
  });

  it("reads back as what was written, and is written the same again", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalJson(value);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(canonicalJson(JSON.parse(text))).toBe(text);
      }),
    );
  });

  it("cuts what is nested deeper than 500 levels and says so, instead of running out of stack", () => {
    let deep: unknown = "core";
    for (let level = 0; level < 200_000; level += 1) deep = { deep };
    const text = canonicalJson(deep);
    expect(text).toContain('"(nested deeper than 500 levels)"');
    expect(text.split("{")).toHaveLength(501);
    expect(canonicalJson(JSON.parse(text))).toBe(text);
  });
});

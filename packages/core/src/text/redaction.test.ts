import { describe, expect, it } from "vitest";
import { redaction } from "./redaction.ts";

describe("redaction", () => {
  it("takes every secret out of a line, also where JSON escapes it, the longer one first", () => {
    const { text } = redaction(["s3cret", "s3cret-and-more", 'quo"ted\n']);
    expect(text("a s3cret, another s3cret-and-more")).toBe("a [redacted], another [redacted]");
    expect(text(JSON.stringify({ key: 'quo"ted\n' }))).toBe('{"key":"[redacted]"}');
    expect(text('quo"ted\n')).toBe("[redacted]");
  });

  it("takes them out of values at any depth, and out of names", () => {
    const { value } = redaction(["s3cret"]);
    expect(value({ a: ["s3cret", 1, null, { "x s3cret": "is s3cret" }] })).toEqual({
      a: ["[redacted]", 1, null, { "x [redacted]": "is [redacted]" }],
    });
  });

  it("leaves what is sent back to the agent, but not what an agent puts under the same names", () => {
    const { message, value } = redaction(["allow-once"]);
    const toolCall = {
      kind: "execute",
      rawInput: { id: "allow-once", value: ["allow-once"] },
    };
    expect(
      message({ sessionId: "allow-once", options: [{ optionId: "allow-once", name: "allow-once" }], toolCall }),
    ).toEqual({
      sessionId: "allow-once",
      options: [{ optionId: "allow-once", name: "[redacted]" }],
      toolCall: { kind: "execute", rawInput: { id: "[redacted]", value: ["[redacted]"] } },
    });
    expect(value({ sessionId: "allow-once" })).toEqual({ sessionId: "[redacted]" });
  });

  it("changes nothing where there are no secrets", () => {
    const { text, value } = redaction([]);
    expect(text("anything")).toBe("anything");
    expect(value({ a: 1 })).toEqual({ a: 1 });
  });
});

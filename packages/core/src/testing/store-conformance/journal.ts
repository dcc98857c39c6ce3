import { describe, expect, it } from "vitest";
import { verifyChain } from "../../journal/audit.ts";
import type { Store } from "../../store/store.ts";
import { remark, startRun } from "../store-walk.ts";

/** The journal is appended to, numbered and chained per run (agents.md 3). */
export function journalConforms(opened: () => Store): void {
  describe("keeps a journal", () => {
    it("numbers the events of each run by itself and chains them", () => {
      const one = startRun(opened(), "r1");
      const other = startRun(opened(), "r2");
      opened().append(one, [remark("a"), remark("b")]);
      opened().append(other, [remark("c")]);
      opened().append(one, [remark("d")]);
      expect(
        opened()
          .events("r1")
          .map(({ seq }) => seq),
      ).toEqual([1, 2, 3, 4]);
      expect(
        opened()
          .events("r2")
          .map(({ seq }) => seq),
      ).toEqual([1, 2]);
      for (const run of ["r1", "r2"]) expect(verifyChain(opened().events(run))).toMatchObject({ ok: true });
    });

    it("gives back what it was told to append, and later only what came after a number", () => {
      const lease = startRun(opened(), "r1");
      const appended = opened().append(lease, [{ ...remark("a"), path: "0.1" }, remark("b")]);
      expect(appended).toMatchObject([{ seq: 2, path: "0.1" }, { seq: 3 }]);
      expect(opened().events("r1", 1)).toEqual(appended);
      expect(opened().events("r1", 3)).toEqual([]);
    });

    it.each([
      ["quotes and line ends", "a \"quoted\" 'word'\r\n\u2028"],
      ["a NUL and other controls", "before\u0000after\u0007"],
      ["characters of four bytes", "\u{1f600}\u{10ffff}"],
      ["half a character", "\ud800 alone"],
      ["nothing", ""],
      ["a megabyte", "x".repeat(1_000_000)],
    ])("keeps text with %s as it was", (_, text) => {
      const lease = startRun(opened(), "r1");
      opened().append(lease, [remark(text)]);
      expect(opened().events("r1", 1)).toMatchObject([{ data: { message: text } }]);
      expect(verifyChain(opened().events("r1"))).toMatchObject({ ok: true, records: 2 });
    });

    it("keeps what an agent sent, however deeply nested, and its chain", () => {
      const lease = startRun(opened(), "r1");
      let value: unknown = "core";
      for (let depth = 0; depth < 100_000; depth += 1) value = [value];
      opened().append(lease, [{ type: "agent.event", data: { session: "s", event: { type: "raw", value } } }]);
      expect(verifyChain(opened().events("r1"))).toMatchObject({ ok: true, records: 2 });
    });
  });
}

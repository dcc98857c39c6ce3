import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import type { open } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { toolWorkspace } from "../testing/tool-workspace.ts";
import { edit } from "./edit.ts";
import { view } from "./view.ts";
import { write } from "./write.ts";

// Someone else's move at the worst moment: after the path was looked up, before the file is opened.
const beforeOpening = vi.hoisted(() => ({ move: () => {} }));
vi.mock("node:fs/promises", async (importActual) => {
  const actual = await importActual<{ readonly open: typeof open }>();
  return {
    ...actual,
    open: (...given: Parameters<typeof open>) => {
      beforeOpening.move();
      return actual.open(...given);
    },
  };
});

const { folder, outside, context, remove } = toolWorkspace();
afterAll(remove);
let inside = "";

beforeEach(() => {
  inside = mkdtempSync(join(folder, "inside-"));
  writeFileSync(join(inside, "file"), "inside");
  writeFileSync(join(outside, "file"), "outside");
  beforeOpening.move = () => {
    renameSync(inside, `${inside}-moved`);
    symlinkSync(outside, inside);
  };
});

describe("a folder that is moved between looking and opening", () => {
  test("and replaced by a link outside does not let view read there", async () => {
    const result = await view.run({ arguments: { path: join(inside, "file") } }, context);
    expect(result.failure).toEqual({ code: "refused", message: expect.stringContaining("outside the workspace") });
    expect(result.output.text).toBe("");
  });

  test("and replaced by a link outside does not let write write there, nor leave anything", async () => {
    const result = await write.run({ arguments: { path: join(inside, "file"), content: "new" } }, context);
    expect(result.failure).toEqual({ code: "refused", message: expect.stringContaining("outside the workspace") });
    expect(readdirSync(outside)).toEqual(["file"]);
    expect(readFileSync(join(outside, "file"), "utf8")).toBe("outside");
  });

  test("and replaced by a link outside does not let edit read or write there", async () => {
    const change = { path: join(inside, "file"), old_text: "outside", new_text: "new" };
    const result = await edit.run({ arguments: change }, context);
    expect(result.failure).toEqual({ code: "refused", message: expect.stringContaining("outside the workspace") });
    expect(readdirSync(outside)).toEqual(["file"]);
    expect(readFileSync(join(outside, "file"), "utf8")).toBe("outside");
  });

  test("and is gone is told so", async () => {
    beforeOpening.move = () => renameSync(inside, `${inside}-moved`);
    const result = await view.run({ arguments: { path: join(inside, "file") } }, context);
    expect(result.failure?.code).toBe("failed");
  });
});

test("a file that someone else changes between reading and writing keeps their change, and another attempt may edit it", async () => {
  let opened = 0;
  beforeOpening.move = () => {
    // The first is the file itself, the second what is to replace it.
    if (++opened === 2) appendFileSync(join(inside, "file"), " and theirs");
  };
  const change = { path: join(inside, "file"), old_text: "inside", new_text: "ours" };
  const result = await edit.run({ arguments: change }, context);
  expect(result.failure).toEqual({ code: "failed", message: expect.stringContaining("was changed by someone else") });
  expect(readFileSync(join(inside, "file"), "utf8")).toBe("inside and theirs");
  expect(readdirSync(inside)).toEqual(["file"]);
});

import { closeSync, mkdirSync, openSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { folder } from "../testing/scripted-session.ts";
import { holds } from "./found-settings.ts";
import { jsonSettings } from "./json-settings.ts";
import { settingsText } from "./settings-text.ts";

it("tells settings that nobody can read from those that only we cannot", () => {
  const place = folder();
  writeFileSync(join(place, "file"), "text");
  mkdirSync(join(place, "folder"));
  // Larger than any string of Node: an agent of another make may read it.
  closeSync(openSync(join(place, "large"), "w"));
  truncateSync(join(place, "large"), 2 ** 30);
  expect(settingsText(join(place, "file"))).toEqual({ value: "text" });
  expect(["nothing", "file/below", "folder"].map((name) => settingsText(join(place, name)))).toEqual([
    "missing",
    "missing",
    "missing",
  ]);
  expect(jsonSettings(join(place, "nothing"))).toBe("missing");
  expect(jsonSettings(join(place, "large"))).toBe("unreadable");
  expect(holds(join(place, "nothing"), ".rules")).toBe(false);
});

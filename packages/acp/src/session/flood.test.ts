import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { builtFile } from "@agent-markup/core";
import { describe, expect, it } from "vitest";
import { scriptedAgentEntry } from "../scripted-agent-entry.ts";
import { folder } from "../testing/scripted-session.ts";

const fixture = fileURLToPath(new URL("fixtures/flooded-host.mjs", import.meta.url));
const built = pathToFileURL(builtFile(import.meta.url, "../index.js")).href;

const updates = 10_000;
const text = "x".repeat(16_000);
const heapMegabytes = 32;

describe("a burst of 10,000 updates of 16 kB", () => {
  it("goes through a heap of a fifth of its size, and none is lost", () => {
    const content = [{ type: "content", content: { type: "text", text } }];
    const update = { sessionUpdate: "tool_call_update", toolCallId: "c", status: "in_progress", content };
    const steps = [{ tool_call: { id: "c", kind: "read", tool: "view" } }, { flood: { count: updates, update } }];
    const place = folder();
    const script = join(place, "script.json");
    writeFileSync(script, JSON.stringify({ turns: [{ steps }] }));
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [`--max-old-space-size=${heapMegabytes}`, fixture, built, scriptedAgentEntry(), script, place],
      { encoding: "utf8" },
    );
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    const { bytes, ...counts } = JSON.parse(stdout);
    expect(counts).toEqual({ result: "completed", updates, lines: updates });
    expect(bytes).toBeGreaterThan(updates * text.length);
  });
});

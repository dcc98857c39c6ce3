import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { AgentError } from "@agent-markup/core";
import { describe, expect, test } from "vitest";
import { genericProfile } from "../profiles/generic.ts";
import type { Launch } from "../profiles/profile.ts";
import { folder } from "../testing/scripted-session.ts";
import { findAgent, type SearchPlaces } from "./find-agent.ts";
import { launchCommand } from "./launch-command.ts";
import { packageVersion } from "./package-version.ts";

const launch: Launch = { program: "helper", package: "@made-up/helper", args: ["--acp"] };

/** Puts an empty program there and gives its path. */
function program(place: string, name = "helper", mode = 0o755): string {
  mkdirSync(place, { recursive: true });
  const file = join(place, name);
  writeFileSync(file, "");
  chmodSync(file, mode);
  return file;
}

function commandOf(given: Launch, places: SearchPlaces, npx = false): readonly string[] | string {
  try {
    return launchCommand(
      { agent: "reviewer", profile: { ...genericProfile, name: "helper", launch: given }, npx },
      places,
    );
  } catch (error) {
    if (error instanceof AgentError) return `${error.code}: ${error.message}`;
    throw error;
  }
}

describe("an agent is looked up by what its profile says of its program", () => {
  test("on the PATH, in the order of its folders", () => {
    const [first, second] = [folder(), folder()];
    program(second);
    const places = { path: [first, second].join(delimiter), project: null };
    expect(findAgent(launch, places)).toEqual({ via: "path", file: join(second, "helper") });
    const nearer = program(first);
    expect(commandOf(launch, places)).toEqual([nearer, "--acp"]);
  });

  test("then in node_modules of the project, where its files are trusted", () => {
    const project = folder();
    const file = program(join(project, "node_modules", ".bin"));
    expect(findAgent(launch, { path: "", project })).toEqual({ via: "node_modules", file });
    expect(findAgent(launch, { path: "", project: null })).toBeNull();
    const onPath = folder();
    program(onPath);
    expect(findAgent(launch, { path: onPath, project })?.via).toBe("path");
  });

  test("by npx only where that is asked for, and nowhere else found", () => {
    const nowhere = { path: folder(), project: folder() };
    expect(commandOf(launch, nowhere, true)).toEqual([
      ...["npx", "--yes", "--package", "@made-up/helper", "--", "helper", "--acp"],
    ]);
    expect(commandOf({ package: "helper-agent", args: [] }, nowhere, true)).toEqual(["npx", "--yes", "helper-agent"]);
    const installed = program(nowhere.path);
    expect(commandOf(launch, nowhere, true)).toEqual([installed, "--acp"]);
  });

  test("one that is nowhere is told with what was looked for, and what to do", () => {
    const told = commandOf(launch, { path: undefined, project: folder() });
    expect(told).toMatch(
      /^not_started: agent reviewer was not found: there is no helper on the PATH or in node_modules/,
    );
    expect(told).toMatch(/install @made-up\/helper, or set "npx": true/);
    expect(commandOf(launch, { path: undefined, project: null })).toMatch(/there is no helper on the PATH; /);
    expect(commandOf({ program: "helper", args: [] }, { path: "", project: null }, true)).toMatch(/give its command$/);
    expect(commandOf({ args: [] }, { path: "", project: null })).toMatch(/^not_configured: .* names no program$/);
  });

  test("what cannot be run is passed over, and so is a place that depends on where one stands", () => {
    const [first, second, third] = [folder(), folder(), folder()];
    program(first, "helper", 0o644);
    mkdirSync(join(second, "helper"));
    symlinkSync("nowhere", join(third, "helper"));
    const path = ["", ".", "bin", first, second, third, join(first, "gone")].join(delimiter);
    expect(findAgent(launch, { path, project: null })).toBeNull();
  });
});

describe("the version of an agent is read from its package, without starting it", () => {
  function installed(manifest: string): string {
    const root = folder();
    const inside = join(root, "node_modules", "@made-up", "helper");
    const file = program(join(inside, "bundle"), "main.js");
    writeFileSync(join(inside, "package.json"), manifest);
    const link = join(root, "helper");
    symlinkSync(file, link);
    return link;
  }

  test("through the link that installing makes", () => {
    expect(packageVersion(installed('{ "name": "@made-up/helper", "version": "1.2.3" }'))).toBe("1.2.3");
  });

  test.each([["{}"], ["no JSON"], ['{ "version": 1 }']])("a package that does not say it has none: %s", (manifest) => {
    expect(packageVersion(installed(manifest))).toBeNull();
  });

  test("a program that belongs to no package has none, whatever lies above it", () => {
    const root = folder();
    writeFileSync(join(root, "package.json"), '{ "version": "9.9.9" }');
    expect(packageVersion(program(join(root, "bin")))).toBeNull();
    expect(packageVersion(join(root, "gone"))).toBeNull();
  });
});

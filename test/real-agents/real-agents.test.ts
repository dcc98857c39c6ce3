import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type OfferedCall, type OfferedTools, stepResultOffer } from "@agent-markup/core";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { repository } from "../support/project.ts";
import { obstacle } from "./installed.ts";
import { buildOffline, type OfflineOptions, offlineSession, without, write } from "./offline-session.ts";
import { realAgents } from "./real-agents.ts";

const server = join(repository, "packages/core/src/tools/mcp/fixtures/server.mjs");
/** The model of Qwen has to search for the tools of servers first, and Copilot names none of them. */
const sayingByTool = new Set(["claude", "codex", "gemini", "opencode"]);

let offline = "";
beforeAll(async () => {
  offline = await buildOffline();
});

/** What issue and rules promise of every agent (agents.md 8), held against those that are installed here. */
for (const agent of realAgents) {
  const reason = obstacle(agent.program);
  const title = reason === undefined ? agent.name : `${agent.name} (skipped: ${reason})`;
  const options = { timeout: 120_000 };

  describe.skipIf(reason !== undefined)(title, options, () => {
    const session = (options: OfflineOptions) => offlineSession(agent, offline, options);

    test("under deny runs no command", async () => {
      const rig = await session({ policy: "deny", behaviour: "shell" });
      const outcome = await rig.prompt();
      expect(outcome).toMatchObject({ ...agent.afterDenial, permissions: { asked: 1, denied: 1 }, unasked: [] });
      expect(rig.requests.map(({ tools }) => tools)).toEqual([["bash"]]);
      expect(rig.wrote()).toBe(false);
    });

    test.skipIf(!agent.writes)("under deny writes no file", async () => {
      const rig = await session({ policy: "deny", behaviour: "write" });
      const outcome = await rig.prompt();
      expect(outcome).toMatchObject({ ...agent.afterDenial, permissions: { asked: 1, denied: 1 }, unasked: [] });
      expect(rig.requests[0]?.tools).toContain("write");
      expect(rig.wrote()).toBe(false);
    });

    test("under allow_once does what it asked for", async () => {
      const rig = await session({ policy: "allow_once" });
      const outcome = await rig.prompt();
      expect(outcome).toMatchObject({ result: "completed", flags: [], permissions: { asked: 1, allowed: 1 } });
      expect(outcome.finalMessage).toContain("All done");
      expect(rig.wrote()).toBe(true);
    });

    test("can be cancelled while it waits for a permission", async () => {
      const rig = await session({ policy: "allow_once", unanswered: true });
      const cancel = new AbortController();
      const turn = rig.prompt(cancel.signal);
      await rig.permissionAsked;
      cancel.abort();
      expect(await turn).toMatchObject({ result: "cancelled", permissions: { asked: 1, cancelled: 1 } });
      expect(rig.wrote()).toBe(false);
    });

    test("can be cancelled while its model hangs", async () => {
      const rig = await session({ behaviour: "hang" });
      const cancel = new AbortController();
      const turn = rig.prompt(cancel.signal);
      await rig.modelAsked;
      cancel.abort();
      expect(await turn).toMatchObject({ result: "cancelled" });
    });

    test("tells of an error of its model server", async () => {
      const rig = await session({ behaviour: "error" });
      const outcome = await rig.prompt();
      expect(outcome).toMatchObject(agent.afterError);
      expect(`${outcome.error} ${outcome.text}`).toContain("the stub model refuses");
    });

    test("is not offered a tool outside of the constraint, and does not run it when the model calls it", async () => {
      const rig = await session({ policy: "allow_once", tools: without("bash"), insists: true });
      const outcome = await rig.prompt();
      expect(outcome.permissions).toMatchObject({ allowed: 0 });
      expect(rig.wrote()).toBe(false);
      expect(rig.offered.flat()).not.toEqual([]);
      expect(rig.offered.flat().filter((name) => /^(?:bash|.*shell.*|exec_command)$/i.test(name))).toEqual([]);
    });

    test.skipIf(agent.login === "never")(`without credentials says ${agent.login} how to log in`, async () => {
      const opening = session({ withoutCredentials: true });
      if (agent.login === "on opening") await expect(opening).rejects.toMatchObject({ code: "authentication" });
      else expect(await (await opening).prompt()).toMatchObject({ failure: "authentication" });
    });

    test.skipIf(!agent.namesServers)(
      "asks for a tool of an MCP server by the server's and the tool's name",
      async () => {
        const log = join(mkdtempSync(join(tmpdir(), "aml-real-notes-")), "log");
        onTestFinished(() => rmSync(dirname(log), { recursive: true, force: true }));
        const notes = { name: "notes", command: process.execPath, args: [server, "", log] };
        const rig = await session({ behaviour: "server", insists: true, configuration: { mcpServers: [notes] } });
        expect(await rig.prompt()).toMatchObject({ permissions: { asked: 1, denied: 1 }, unasked: [] });
        expect(rig.requests.map(({ tools }) => tools)).toEqual([["mcp/notes/echo"]]);
        expect(readFileSync(log, "utf8")).not.toContain("tools/call");
      },
    );

    test.skipIf(!sayingByTool.has(agent.name))(
      "says what a step came to by a tool, under deny and a constraint",
      async () => {
        const calls: OfferedCall[] = [];
        const offered: OfferedTools = {
          list: () => [stepResultOffer],
          async call(call) {
            calls.push(call);
            return { text: "recorded", isError: false };
          },
        };
        const rig = await session({
          policy: "deny",
          tools: without("bash", "edit", "write"),
          behaviour: "result",
          offered,
        });
        const outcome = await rig.prompt();
        expect(outcome).toMatchObject({ result: "completed", permissions: { denied: 0 }, unasked: [] });
        expect(calls).toMatchObject([
          { tool: "step_result", input: { status: "done", summary: "says the stub model" } },
        ]);
        for (const { tools } of rig.requests) expect(tools).toEqual(["mcp/aml-tools/step_result"]);
      },
    );

    const hostile: OfflineOptions = {
      command: "touch stub-output.txt",
      prepare(place) {
        for (const [path, text] of Object.entries(agent.hostile(place))) write(path, text);
      },
    };

    test("is not talked out of asking by a repository or by settings of its user", async () => {
      const refused = await session(hostile).then(
        async (rig) => {
          expect(await rig.prompt()).toMatchObject({ permissions: { asked: 1, denied: 1 }, unasked: [] });
          expect(rig.wrote()).toBe(false);
        },
        (error: unknown) => error,
      );
      if (refused !== undefined) expect(refused).toMatchObject({ code: "mode" });
    });

    test.each(agent.starting("made").map((files, index) => [index, Object.keys(files)] as const))(
      "starts no program that a repository names before anybody is asked (%i: %j)",
      async (index) => {
        let made = "";
        const prepare: OfflineOptions["prepare"] = ({ project }) => {
          made = join(project, "made");
          const files = agent.starting(made)[index] ?? {};
          for (const [path, text] of Object.entries(files)) write(join(project, path), text);
        };
        const refused = await session({ behaviour: "text", prepare }).then(
          async (rig) => {
            expect(await rig.prompt()).toMatchObject({ result: "completed" });
          },
          (error: unknown) => error,
        );
        if (refused !== undefined) expect(refused).toMatchObject({ code: "mode" });
        expect(existsSync(made)).toBe(false);
      },
    );

    test("is refused in a mode of which nobody knows whether it asks, unless the operator opts in", async () => {
      const configuration = { profile: "generic" };
      await expect(session({ configuration })).rejects.toMatchObject({ code: "mode" });
      await expect(session({ configuration, tools: without("bash") })).rejects.toMatchObject({ code: "tool_denied" });
      const rig = await session({ configuration: { ...configuration, acceptUnverified: true }, behaviour: "text" });
      expect(await rig.prompt()).toMatchObject({ result: "completed" });
      expect(rig.events).toContainEqual({ type: "note", text: expect.stringContaining("not known to ask") });
    });
  });
}
